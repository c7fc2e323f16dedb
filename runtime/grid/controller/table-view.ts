import type { Runtime } from '#runtime/contract/context.tsx'
import type { compileColors } from '#runtime/record/row-colors.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Column } from '../columns/columns.ts'
import type { ActiveCell } from '../range/active-cell.ts'
import type { CellRange } from '../range/cell-range.ts'
import type { TreeRows } from '../rows/tree-rows.ts'
import type { VisibleRows } from '../rows/visible-rows.ts'

/** State shared by the parts of one table; recreated only when columns or mode change. */
export interface TableView {
  store: RowStore
  /** The visible rows: the row position of a cell refers to these. */
  visibleRows: VisibleRows
  /** The same rows as a tree; null in a flat table. */
  tree: TreeRows | null
  columns: readonly Column[]
  active: ActiveCell
  range: CellRange
  lookup: Runtime['lookup']
  /** The colours of rows by conditions; null where no column has any. */
  colorsOf: ReturnType<typeof compileColors>
  rowHeight: number
  /** Prefix of element ids. */
  id: string
  /** Read-only: no check boxes, no menu. */
  isFrozen: boolean
  /** Every editable cell always shows its editor. */
  alwaysEdit: boolean
  /** Rows may be added; the store limits their number. */
  canAdd: boolean
  /** Positions are stored, and this user may change them. */
  canMove: boolean
  /** Rows can be sorted by a column. */
  canSort: boolean
  /** Rows have a menu: a button in each, the right mouse button, the menu key. */
  hasMenu: boolean
  openMenu(rowId: string, x: number, y: number): void
  /** The last sort order, until rows are moved otherwise. */
  sorted: { key: string; isDescending: boolean } | null
  sortBy(key: string, isDescending: boolean): void
  /** Sets the width of a column; null restores the width of the document. Remembered unless the drag continues. */
  setWidth(key: string, width: number | null, isEnd?: boolean): void
}

export const cellId = (table: Pick<TableView, 'id'>, rowId: string, key: string): string =>
  `${table.id}-${rowId}-${key}`

/** The text shown when there are no rows. */
export const noRowsText = (canAdd: boolean): string =>
  canAdd ? '还没有明细，点「新增一行」开始录入' : '没有明细'
