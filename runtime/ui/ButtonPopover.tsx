import { Popover, type PopoverProps } from 'antd'
import { type KeyboardEvent, type ReactElement, type ReactNode, type Ref, useRef, useState } from 'react'
import { focusWhenReady } from './focus-when-ready.ts'

interface Props extends Pick<PopoverProps, 'placement' | 'title' | 'arrow'> {
  /** Drawn when it is opened; what bears a `tabIndex` gets the keyboard. */
  content(): ReactNode
  /** The button, which takes what it is given. */
  children(given: {
    ref: Ref<HTMLButtonElement>
    'aria-expanded': boolean
    onKeyDown(event: KeyboardEvent): void
  }): ReactElement
}

const enter = (content: HTMLElement | null) =>
  focusWhenReady(() => content?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true }))

/** What opens at a button. Esc leads back to the button and no further: the form around stays open. */
export function ButtonPopover({ content, children, ...shown }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Popover
      {...shown}
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      destroyOnHidden
      content={() => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only hears Esc on its way up
        <div ref={enter} onKeyDown={onKeyDown}>
          {content()}
        </div>
      )}
    >
      {children({ ref: button, 'aria-expanded': isOpen, onKeyDown })}
    </Popover>
  )
}
