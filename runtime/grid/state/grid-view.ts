import type { RecordSource } from '../../contract/contract.ts'
import { orderKey } from '../../record/changes/delta.ts'
import { compileColors } from '../../record/row-colors.ts'
import type { Lookup } from '../../schema/field-value.ts'
import type { DetailField } from '../../schema/types.ts'
import type { Services } from '../../services/services.tsx'
import type { Column } from '../columns/columns.ts'
import { layoutColumns } from '../columns/layout.ts'
import type { ColumnMemory } from '../columns/memory.ts'

/** What the surroundings of a table decide. */
export interface GridSetup {
  services: Services
  /** Looks up the records that pasted texts name. */
  recordSource: RecordSource
  /** All columns that the user may see. */
  columns: readonly Column[]
  /** Read-only: no check boxes, no changes. */
  isFrozen: boolean
  /** Codes that the `authPrefix` of the table hides: `add`, `delete`, `move`. */
  hidden: ReadonlySet<string>
  rowHeight: number
}

/** What is drawn besides the rows; a new object with every change of it. */
export interface GridView {
  lookup: Lookup
  /** The visible columns in order. */
  columns: readonly Column[]
  /** The colours of rows by conditions; null where no column has any. */
  findColors: ReturnType<typeof compileColors>
  rowHeight: number
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
  /** The last sort order. */
  sorted: { key: string; isDescending: boolean } | null
}

/** `memory` is null where the user cannot arrange the columns. */
export function buildView(
  detail: DetailField,
  { services, columns, isFrozen, hidden, rowHeight }: GridSetup,
  memory: ColumnMemory | null,
  sorted: GridView['sorted'],
): GridView {
  const branch = detail.tree ? (detail.tree.text ?? '') : null
  const isOrdered = orderKey(detail) !== undefined
  const canMove = !isFrozen && isOrdered && !hidden.has('move')
  return {
    lookup: services.lookup,
    columns: memory ? layoutColumns(columns, memory, isFrozen, branch) : columns,
    findColors: compileColors(columns.map(({ field }) => field)),
    rowHeight,
    isFrozen,
    alwaysEdit: detail.alwaysEdit === true && !isFrozen,
    canAdd: !isFrozen && !hidden.has('add'),
    canMove,
    // Where positions are stored, sorting moves every row.
    canSort: !isFrozen && (canMove || !isOrdered),
    hasMenu: (!isFrozen && detail.rowMenu !== false) || detail.panes !== undefined,
    sorted,
  }
}
