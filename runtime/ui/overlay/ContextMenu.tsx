import { Dropdown, type MenuProps } from 'antd'
import type { KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { overlayContainer } from './overlay-container.ts'

interface Props {
  /** Position in the window in pixels: of the pointer or the caret. */
  x: number
  y: number
  items: MenuProps['items']
  onPick(key: string): void
  onClose(): void
}

/** An open menu at a point, shared by all rows or tabs. It has the focus at once. */
export function ContextMenu({ x, y, items, onPick, onClose }: Props) {
  // Esc closes the menu, not the surrounding dialog.
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles a key event that bubbles up from the menu
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
    overlayContainer(),
  )
}
