import { Popover, type PopoverProps } from 'antd'
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useCallback,
  useRef,
  useState,
} from 'react'
import { focusWhenReady } from '../focus/focus-when-ready.ts'

interface Props extends Pick<PopoverProps, 'placement' | 'title' | 'arrow'> {
  /** Rendered when opened; an element with a `tabIndex` gets the focus. */
  content(): ReactNode
  /** The trigger button, which receives the given props. */
  children(trigger: {
    ref: Ref<HTMLButtonElement>
    'aria-expanded': boolean
    onKeyDown(event: KeyboardEvent): void
  }): ReactElement
}

/** A popover at a button. Esc returns to the button only: the surrounding form stays open. */
export function ButtonPopover({ content, children, ...popover }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const cancelFocus = useRef(() => {})
  const focusContent = useCallback((content: HTMLElement | null) => {
    cancelFocus.current = focusWhenReady(() =>
      content?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true }),
    )
    return cancelFocus.current
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    cancelFocus.current()
    button.current?.focus()
  }
  return (
    <Popover
      {...popover}
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      destroyOnHidden
      content={() => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only handles an Esc that bubbles up
        <div ref={focusContent} onKeyDown={onKeyDown}>
          {content()}
        </div>
      )}
    >
      {children({ ref: button, 'aria-expanded': isOpen, onKeyDown })}
    </Popover>
  )
}
