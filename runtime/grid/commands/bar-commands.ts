import type { PickSettings } from '#runtime/schema/language/settings.ts'
import type { Column } from '../columns/columns.ts'
import { moveRows } from '../controller/row-moves.ts'
import { type GridCommand, type GridContext, isChangeable } from './grid-command.ts'

const hasRoom = ({ grid }: GridContext): boolean => !grid.isFull
const always = (): boolean => true

export const addRow: GridCommand = {
  id: 'add-row',
  title: '新增一行',
  keys: [],
  isOffered: ({ grid }) => grid.canAdd,
  isAvailable: hasRoom,
  isInBar: always,
  run: ({ grid }) => grid.addRow(),
}

/** For each column whose records may be picked for several new rows at once, and for each whose values are taken again. */
export const pickerCommands = (context: GridContext): GridCommand[] => [
  ...pickCommands(context),
  ...retakeCommands(context),
]

const retakeCommands = ({ grid }: GridContext): GridCommand[] =>
  grid.columns.flatMap((column) => {
    const { retake } = column.field as PickSettings
    return retake === undefined ? [] : [retakeCommand(column, retake)]
  })

const retakeCommand = (column: Column, title: string): GridCommand => ({
  id: `retake ${column.key}`,
  title,
  keys: [],
  isOffered: (context) => isChangeable(context) && !column.isReadOnly,
  isAvailable: ({ grid }) => grid.store.rows.length > 0,
  isInBar: always,
  run: async ({ grid }) => (await import('../controller/picked-rows.ts')).takeRowsAgain(grid, column),
})

const pickCommands = ({ grid }: GridContext): GridCommand[] =>
  grid.columns
    .filter(({ type, field, isReadOnly }) => type.RowPicker && field.multi === true && !isReadOnly)
    .map(({ key, title }) => ({
      id: `pick ${key}`,
      title: `批量选${title}`,
      keys: [],
      isOffered: ({ grid }) => grid.canAdd,
      isAvailable: hasRoom,
      isInBar: always,
      run: ({ grid }) => grid.openPicker(key),
    }))

/** The toolbar over the selected rows; without any, over that of the active cell. */
export const selectionCommands: readonly GridCommand[] = [
  {
    id: 'import-rows',
    title: '导入明细',
    keys: [],
    isOffered: ({ grid }) => grid.clipboard?.canImport === true,
    isAvailable: hasRoom,
    isInBar: always,
    run: ({ grid }) => grid.clipboard?.chooseFile?.(),
  },
  ...([-1, 1] as const).map(
    (by): GridCommand => ({
      id: by === -1 ? 'move-rows-up' : 'move-rows-down',
      title: by === -1 ? '上移' : '下移',
      keys: [],
      isOffered: ({ grid }) => grid.canMove,
      // At the edge too: a button that becomes disabled under the pointer loses the focus.
      isAvailable: ({ rows }) => rows.length > 0,
      isInBar: always,
      run: ({ grid, rows }) => moveRows(grid, rows, by),
    }),
  ),
]

export const removeSelected: GridCommand = {
  id: 'remove-selected',
  title: '删除',
  keys: [],
  isDanger: true,
  isOffered: ({ grid }) => !grid.isFrozen && grid.may('delete'),
  isInBar: ({ grid }) => grid.store.selection.ids.size > 0,
  run: ({ grid }) => grid.removeRows([...grid.store.selection.ids], false),
}
