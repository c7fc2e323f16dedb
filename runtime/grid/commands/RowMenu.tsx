import type { Pane } from '#runtime/schema/types.ts'
import { ContextMenu } from '#runtime/ui/overlay/ContextMenu.tsx'
import type { TableView } from '../controller/table-view.ts'
import { moveRows, parentAfter } from '../rows/row-moves.ts'
import { useRemoval } from '../rows/useRemoval.tsx'

export interface MenuPosition {
  rowId: string
  x: number
  y: number
}

interface RowMenuProps {
  table: Pick<TableView, 'store' | 'tree' | 'canMove' | 'isFrozen'>
  position: MenuPosition | null
  /** Positions are not stored for every detail table; without them rows are only added at the end. */
  isOrdered: boolean
  isFull: boolean
  /** Codes that the `authPrefix` of the table hides. */
  hidden: ReadonlySet<string>
  insertAfter(rowId: string): void
  copyAfter(rowId: string): void
  addUnder(rowId: string): void
  openPane(rowId: string, pane: Pane): void
  onClose(): void
}

interface Change {
  key: string
  /** Hidden when the `authPrefix` of the table hides the permission. */
  code: 'move' | 'add' | 'delete'
  label: string
  disabled?: boolean
  danger?: true
  /** Only in trees. */
  isTree?: true
  run(): void
}

/** One menu for all rows, at the pointer position; rendered only while it is open. */
export function RowMenu({
  table,
  position,
  isOrdered,
  isFull,
  hidden,
  onClose,
  ...rowActions
}: RowMenuProps) {
  const { remove, question } = useRemoval(table)
  if (!position) return question
  const { rowId } = position
  const { store, tree, canMove, isFrozen } = table
  const { detail } = store
  const index = store.indexOf(rowId)

  /** Moves the row and its descendants a level deeper or higher. */
  const hang = (key: string, label: string, by: -1 | 1): Change => {
    const above = parentAfter(table, rowId, by)
    return {
      key,
      label,
      code: 'move',
      isTree: true,
      disabled: above === undefined,
      run() {
        if (detail.tree) store.setCells([{ id: rowId, values: { [detail.tree.parent]: above } }])
        tree?.reveal(rowId)
      },
    }
  }

  const all: Change[] = [
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
    hang('higher', '升一级', -1),
    hang('deeper', '降一级', 1),
    {
      key: 'insert',
      code: 'add',
      label: '插入一行',
      disabled: !isOrdered || isFull,
      run: () => rowActions.insertAfter(rowId),
    },
    {
      key: 'under',
      code: 'add',
      label: '添加下级',
      disabled: isFull,
      isTree: true,
      run: () => rowActions.addUnder(rowId),
    },
    {
      key: 'copy',
      code: 'add',
      label: '复制一行',
      disabled: !isOrdered || isFull,
      run: () => rowActions.copyAfter(rowId),
    },
    { key: 'remove', code: 'delete', label: '删除', danger: true, run: () => remove([rowId], true) },
  ]
  const changes =
    isFrozen || detail.rowMenu === false
      ? []
      : all.filter(({ code, isTree }) => !hidden.has(code) && (!isTree || tree !== null))
  const panes = (detail.panes ?? []).map((pane, at) => ({
    key: `pane ${at}`,
    label: `打开${pane.title}`,
    run: () => rowActions.openPane(rowId, pane),
  }))
  return (
    <>
      {question}
      <ContextMenu
        x={position.x}
        y={position.y}
        items={[
          ...panes.map(({ key, label }) => ({ key, label })),
          ...(panes.length > 0 && changes.length > 0 ? [{ type: 'divider' as const }] : []),
          ...changes.map(({ key, label, disabled, danger }) => ({ key, label, disabled, danger })),
        ]}
        onPick={(key) => {
          const picked: { key: string; run(): void }[] = [...panes, ...changes]
          picked.find((item) => item.key === key)?.run()
          onClose()
        }}
        onClose={onClose}
      />
    </>
  )
}
