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
  /** Codes that the table's `authPrefix` hides. */
  hidden: ReadonlySet<string>
  insertAfter(rowId: string): void
  copyAfter(rowId: string): void
  onClose(): void
}

/** One menu for all rows, at the pointer: nothing of it exists until it is asked for. */
export function RowMenu({
  store,
  place,
  isOrdered,
  isFull,
  hidden,
  insertAfter,
  copyAfter,
  onClose,
}: RowMenuProps) {
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
    {
      key: 'insert',
      code: 'add',
      label: '插入一行',
      disabled: !isOrdered || isFull,
      run: () => insertAfter(rowId),
    },
    {
      key: 'copy',
      code: 'add',
      label: '复制一行',
      disabled: !isOrdered || isFull,
      run: () => copyAfter(rowId),
    },
    { key: 'remove', code: 'delete', label: '删除', danger: true, run: () => store.remove([rowId]) },
  ].filter(({ code }) => code === undefined || !hidden.has(code))
  return createPortal(
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(isOpen) => isOpen || onClose()}
      menu={{
        items: items.map(({ run: _run, code: _code, ...item }) => item),
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
