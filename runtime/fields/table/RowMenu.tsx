import type { Pane } from '../../schema/types.ts'
import { PointMenu } from '../parts/PointMenu.tsx'
import { moveRows } from './rows/row-moves.ts'
import { useRemoval } from './rows/useRemoval.tsx'
import type { TableView } from './table-view.ts'

export interface MenuPlace {
  rowId: string
  x: number
  y: number
}

interface RowMenuProps {
  table: TableView
  place: MenuPlace | null
  /** Positions cannot be kept for every detail; without them rows only join at the end. */
  isOrdered: boolean
  isFull: boolean
  /** Codes that the table's `authPrefix` hides. */
  hidden: ReadonlySet<string>
  insertAfter(rowId: string): void
  copyAfter(rowId: string): void
  addUnder(rowId: string): void
  openPane(rowId: string, pane: Pane): void
  onClose(): void
}

/** One menu for all rows, at the pointer: nothing of it exists until it is asked for. */
export function RowMenu({ table, place, isOrdered, isFull, hidden, onClose, ...ways }: RowMenuProps) {
  const { remove, question } = useRemoval(table)
  if (!place) return question
  const { rowId } = place
  const { store, tree, canMove, isFrozen } = table
  const { detail } = store
  const index = store.indexOf(rowId)

  const changes = [
    {
      key: 'up',
      code: 'move',
      label: '上移',
      disabled: !canMove || (!tree && index <= 0),
      run: () => moveRows(table, [rowId], -1),
    },
    {
      key: 'down',
      code: 'move',
      label: '下移',
      disabled: !canMove || (!tree && index >= store.rows.length - 1),
      run: () => moveRows(table, [rowId], 1),
    },
    {
      key: 'insert',
      code: 'add',
      label: '插入一行',
      disabled: !isOrdered || isFull,
      run: () => ways.insertAfter(rowId),
    },
    {
      key: 'under',
      code: 'add',
      label: '添加下级',
      disabled: isFull,
      isTree: true,
      run: () => ways.addUnder(rowId),
    },
    {
      key: 'copy',
      code: 'add',
      label: '复制一行',
      disabled: !isOrdered || isFull,
      run: () => ways.copyAfter(rowId),
    },
    { key: 'remove', code: 'delete', label: '删除', danger: true, run: () => remove([rowId], true) },
  ].filter(({ code, isTree }) => !hidden.has(code) && (!isTree || tree !== null))
  const items = [
    ...(isFrozen || detail.rowMenu === false ? [] : changes),
    ...(detail.panes ?? []).map((pane, at) => ({
      key: `pane ${at}`,
      label: `打开${pane.title}`,
      run: () => ways.openPane(rowId, pane),
    })),
  ]
  return (
    <>
      {question}
      <PointMenu
        x={place.x}
        y={place.y}
        items={items.map(({ run: _run, ...item }) => {
          const { code: _code, isTree: _isTree, ...shown } = { code: '', isTree: false, ...item }
          return shown
        })}
        onPick={(key) => {
          items.find((item) => item.key === key)?.run()
          onClose()
        }}
        onClose={onClose}
      />
    </>
  )
}
