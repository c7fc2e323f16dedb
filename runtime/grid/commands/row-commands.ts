import { PASS } from '#runtime/ui/commands/command.ts'
import { moveRows, parentAfter } from '../controller/row-moves.ts'
import { type GridCommand, type GridContext, isChangeable } from './grid-command.ts'

const isFoldable = ({ grid }: GridContext): boolean => grid.tree !== null
const mayMove = (context: GridContext): boolean => isChangeable(context) && context.grid.may('move')
const mayMoveInTree = (context: GridContext): boolean => mayMove(context) && isFoldable(context)
const mayAdd = ({ grid }: GridContext): boolean => grid.canAdd
const mayRemove = (context: GridContext): boolean => isChangeable(context) && context.grid.may('delete')

/** Whether the rows can move up or down: in a flat table one row can until it is at the edge. */
const isMovable =
  (by: -1 | 1) =>
  ({ grid, rows: [first, ...others] }: GridContext): boolean => {
    if (first === undefined || !grid.canMove) return false
    const at = grid.store.indexOf(first) + by
    return grid.tree !== null || others.length > 0 || (at >= 0 && at < grid.store.rows.length)
  }

const isPlaceFree = ({ grid }: GridContext): boolean => grid.isOrdered && !grid.isFull

/** The parent of a row a level deeper (1) or higher (-1); undefined where it cannot hang there. */
const nextParent = ({ grid, rows: [rowId] }: GridContext, by: -1 | 1): string | null | undefined =>
  rowId === undefined ? undefined : parentAfter(grid, rowId, by)

/** Moves a row and its descendants a level deeper or higher. */
function hang(context: GridContext, by: -1 | 1): void {
  const { grid, rows } = context
  const [rowId] = rows
  const [above, parent] = [nextParent(context, by), grid.store.detail.tree?.parent]
  if (rowId === undefined || above === undefined || parent === undefined) return
  grid.store.setCells([{ id: rowId, values: { [parent]: above } }])
  grid.tree?.reveal(rowId)
}

/** Changing, moving and selecting rows: keys, and the menu of a row. */
export const rowCommands: readonly GridCommand[] = [
  {
    id: 'move-up',
    title: '上移',
    keys: ['Alt+ArrowUp'],
    places: ['menu'],
    isOffered: mayMove,
    isAvailable: isMovable(-1),
    run: ({ grid, rows }) => moveRows(grid, rows, -1),
  },
  {
    id: 'move-down',
    title: '下移',
    keys: ['Alt+ArrowDown'],
    places: ['menu'],
    isOffered: mayMove,
    isAvailable: isMovable(1),
    run: ({ grid, rows }) => moveRows(grid, rows, 1),
  },
  {
    id: 'higher',
    title: '升一级',
    keys: [],
    places: ['menu'],
    isOffered: mayMoveInTree,
    isAvailable: (context) => nextParent(context, -1) !== undefined,
    run: (context) => hang(context, -1),
  },
  {
    id: 'deeper',
    title: '降一级',
    keys: [],
    places: ['menu'],
    isOffered: mayMoveInTree,
    isAvailable: (context) => nextParent(context, 1) !== undefined,
    run: (context) => hang(context, 1),
  },
  {
    id: 'insert-row',
    title: '插入一行',
    keys: [],
    places: ['menu'],
    isOffered: mayAdd,
    isAvailable: isPlaceFree,
    run: ({ grid, rows: [rowId] }) => rowId !== undefined && grid.addRowBeside(rowId, 'behind'),
  },
  {
    id: 'add-under',
    title: '添加下级',
    keys: [],
    places: ['menu'],
    isOffered: (context) => mayAdd(context) && isFoldable(context),
    isAvailable: ({ grid }) => !grid.isFull,
    run: ({ grid, rows: [rowId] }) => rowId !== undefined && grid.addRowBeside(rowId, 'under'),
  },
  {
    id: 'copy-row',
    title: '复制一行',
    keys: [],
    places: ['menu'],
    isOffered: mayAdd,
    isAvailable: isPlaceFree,
    run: ({ grid, rows: [rowId] }) => rowId !== undefined && grid.copyRow(rowId),
  },
  {
    id: 'remove-row',
    title: '删除',
    keys: [],
    places: ['menu', 'sheet'],
    isDanger: true,
    isOffered: mayRemove,
    run: ({ grid, rows }) => grid.removeRows(rows, true),
  },
  {
    id: 'select-rows',
    title: '勾选或取消勾选选区的行',
    keys: ['Shift+Space'],
    isOffered: isChangeable,
    run({ grid, rows: [rowId = ''] }) {
      const { store, visibleRows, range } = grid
      const block = range.get()
      const rows = block ? visibleRows.slice(block.top, block.bottom + 1) : []
      store.selection.set(
        rows.map((row) => row.id),
        !store.selection.has(rowId),
      )
    },
  },
  {
    id: 'open-menu',
    title: '打开行菜单',
    keys: ['Shift+F10', 'ContextMenu'],
    keyText: 'Shift + F10',
    isOffered: ({ grid }) => grid.view.get().hasMenu,
    // The browser sends the event of the right mouse button.
    run: () => PASS,
  },
]

/** What the row menu offers besides changes: the records of other screens that belong to the row. */
export const paneCommands = ({ grid }: GridContext): GridCommand[] =>
  (grid.store.detail.panes ?? []).map((pane, at) => ({
    id: `pane ${at}`,
    title: `打开${pane.title}`,
    keys: [],
    places: ['menu'],
    run: ({ grid, rows: [rowId] }) => rowId !== undefined && grid.openPane(rowId, pane),
  }))
