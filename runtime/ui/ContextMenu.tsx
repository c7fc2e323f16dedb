import { Dropdown, type MenuProps } from 'antd'
import type { KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'

interface Props {
  /** In the window, in pixels: where the pointer or the caret stands. */
  x: number
  y: number
  items: MenuProps['items']
  onPick(key: string): void
  onClose(): void
}

/** An open menu at a point: one for all rows or tabs that have the same. The keyboard is in it at once. */
export function ContextMenu({ x, y, items, onPick, onClose }: Props) {
  // Esc ends the menu, not the dialog that it was opened in.
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the key on its way up from the menu
    <div onKeyDown={leave}>
      <Dropdown
        open
        autoFocus
        trigger={['click']}
        onOpenChange={(isOpen) => isOpen || onClose()}
        menu={{ items, onClick: ({ key }) => onPick(key) }}
      >
        <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
      </Dropdown>
    </div>,
    document.body,
  )
}
