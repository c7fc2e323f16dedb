import type { Runtime } from '#runtime/fields/context.tsx'
import type { RowStore } from '#runtime/record/row-store.ts'
import type { Column } from './columns/columns.ts'
import type { ActiveCell } from './range/active-cell.ts'
import type { CellRange } from './range/cell-range.ts'
import type { TreeRows } from './rows/tree-rows.ts'
import type { VisibleRows } from './rows/visible-rows.ts'

/** What the parts of one table share; made anew only when the columns or the mode change. */
export interface TableView {
  store: RowStore
  /** The rows that show: a place of a cell is a place among these. */
  visibleRows: VisibleRows
  /** The same where rows hang on each other; null in a flat table. */
  tree: TreeRows | null
  columns: readonly Column[]
  active: ActiveCell
  range: CellRange
  lookup: Runtime['lookup']
  rowHeight: number
  /** Prefix of element ids. */
  id: string
  /** Nobody may change anything: no check boxes, no menu. */
  isFrozen: boolean
  /** Every cell that may be typed in shows its editor all the time. */
  alwaysEdit: boolean
  /** Rows may be added; how many, the store knows. */
  canAdd: boolean
  /** Positions are kept, and this user may change them. */
  canMove: boolean
  /** Rows can be put in a column's order. */
  canSort: boolean
  /** Rows have a menu: a button in each, the right mouse button, the menu key. */
  hasMenu: boolean
  openMenu(rowId: string, x: number, y: number): void
  /** The order the rows were last put in, until they are moved otherwise. */
  sorted: { key: string; isDescending: boolean } | null
  sortBy(key: string, isDescending: boolean): void
  /** Sets a column's width; null: the document's again. Remembered unless it is still being drawn. */
  setWidth(key: string, width: number | null, isEnd?: boolean): void
}

export const cellId = (table: Pick<TableView, 'id'>, rowId: string, key: string): string =>
  `${table.id}-${rowId}-${key}`

/** What stands in place of rows. */
export const noRowsText = (canAdd: boolean): string =>
  canAdd ? '还没有明细，点「新增一行」开始录入' : '没有明细'
