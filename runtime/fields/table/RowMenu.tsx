import { Dropdown } from 'antd'
import { createPortal } from 'react-dom'
import type { RowStore } from '../../record/row-store.ts'

export interface MenuPlace {
  rowId: string
  x: number
  y: number
}

interface RowMenuProps {
  store: RowStore
  place: MenuPlace | null
  /** Positions cannot be kept for every detail; without them rows only join at the end. */
  isOrdered: boolean
  isFull: boolean
  insertAfter(rowId: string): void
  onClose(): void
}

/** One menu for all rows, at the pointer: nothing of it exists until it is asked for. */
export function RowMenu({ store, place, isOrdered, isFull, insertAfter, onClose }: RowMenuProps) {
  if (!place) return null
  const { rowId } = place
  const index = store.indexOf(rowId)
  const items = [
    { key: 'up', label: '上移', disabled: !isOrdered || index <= 0, run: () => store.move(rowId, index - 1) },
    {
      key: 'down',
      label: '下移',
      disabled: !isOrdered || index >= store.rows.length - 1,
      run: () => store.move(rowId, index + 1),
    },
    { key: 'insert', label: '插入一行', disabled: !isOrdered || isFull, run: () => insertAfter(rowId) },
    { key: 'remove', label: '删除', danger: true, disabled: false, run: () => store.remove([rowId]) },
  ]
  return createPortal(
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(isOpen) => isOpen || onClose()}
      menu={{
        items: items.map(({ run: _run, ...item }) => item),
        onClick: ({ key }) => {
          items.find((item) => item.key === key)?.run()
          onClose()
        },
      }}
    >
      <span className="detail-menu-place" style={{ left: place.x, top: place.y }} />
    </Dropdown>,
    document.body,
  )
}
