import { Dropdown, type MenuProps } from 'antd'
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
export function PointMenu({ x, y, items, onPick, onClose }: Props) {
  return createPortal(
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(isOpen) => isOpen || onClose()}
      menu={{ items, onClick: ({ key }) => onPick(key) }}
    >
      <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
    </Dropdown>,
    document.body,
  )
}
