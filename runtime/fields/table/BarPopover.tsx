import { Button, Popover } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

interface Props {
  label: string
  icon: ReactNode
  title?: string
  children: ReactNode
}

/** The pop-up joins the page only after its content was made. */
const enter = (panel: HTMLElement | null): void => {
  if (panel) requestAnimationFrame(() => panel.focus({ preventScroll: true }))
}

/** A button of the bar with what opens below it: the keyboard goes there, and Esc brings it back to the button. */
export function BarPopover({ label, icon, title, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The form around the table would close.
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  const panel = (
    <div
      ref={enter}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className="detail-panel"
      onKeyDown={leave}
    >
      {children}
    </div>
  )
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={title}
      content={panel}
      destroyOnHidden
    >
      <Button ref={button} size="small" type="text" icon={icon} aria-label={label} aria-expanded={isOpen} />
    </Popover>
  )
}
