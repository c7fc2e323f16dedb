import { toPlain } from '#runtime/kernel/decimal.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import { countOneMore, rowOfRecord } from '#runtime/record/rows/counted-row.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { PickSettings } from '#runtime/schema/language/settings.ts'
import type { Field } from '#runtime/schema/types.ts'
import { type Column, isCellEditable } from '../columns/columns.ts'
import type { GridController } from '../controller/GridController.ts'
import type { GridState } from '../state/GridState.ts'

const getSettings = (field: Field | undefined): PickSettings => (field ?? {}) as PickSettings

/** The picker column whose picks count in this column. */
export const pickerOfCount = ({ columns }: Pick<GridState, 'columns'>, key: string): Column | undefined =>
  columns.find(({ field }) => getSettings(field).countField === key)

/**
 * The cell of the row where typing goes on after a pick: the next one that is empty or counts. What the pick fills is not
 * empty, although its values may still be on their way.
 */
function nextAfterPick({ store, columns }: GridState, rowId: string, key: string): Column | undefined {
  const at = columns.findIndex((column) => column.key === key)
  const row = store.row(rowId)
  const { countField, destFields = [], onPick } = getSettings(columns[at]?.field)
  const isWaiting = store.pending.get(rowId, key) !== undefined
  const filled = new Set([...(onPick?.fill ?? []), ...(isWaiting ? destFields : [])])
  const isDue = (column: Column) =>
    column.key === countField || (!column.isDrawn && isEmpty(row?.[column.key]) && !filled.has(column.key))
  return columns.slice(at + 1).find((column) => isDue(column) && isCellEditable(store, row, column))
}

/**
 * Moves on after a pick, behind the last cell into a new row. The counting cell is opened, so that Enter keeps its value
 * and makes the next row.
 */
export function goOnAfterPick(grid: GridController, rowId: string, key: string): void {
  const { active, columns, cursor } = grid
  const next = nextAfterPick(grid, rowId, key)
  if (!next) {
    if (!cursor.next(1)) grid.append()
    return
  }
  const from = active.tabbedFrom ?? key
  const { countField } = getSettings(columns.find((column) => column.key === key)?.field)
  const counts = next.key === countField
  cursor.go(rowId, next.key, counts)
  active.isEntering = counts
  active.tabbedFrom = from
}

/**
 * If another row has the record that was picked for a blank row, adds one to the count of that row as one step, and says
 * so. The blank row is kept for the next pick while the cursor is in it. Returns whether it did.
 */
export function addToCount(
  grid: GridController,
  { rowId, key, step }: { rowId: string; key: string; step: string },
  values: Values,
): boolean {
  const { store, active, columns, visibleRows, lookup, cursor } = grid
  const [picker, blank] = [columns.find((column) => column.key === key), store.row(rowId)]
  const settings = getSettings(picker?.field)
  const { countField, orgFields, destFields } = settings
  const count = columns.find((column) => column.key === countField)
  if (!picker || !count || !blank || !orgFields || !destFields) return false
  const found = rowOfRecord(store.rows, values, { orgFields, destFields }, rowId)
  const next = found && countOneMore(found[count.key])
  if (!next || !isCellEditable(store, found, count) || store.filledRows.includes(blank)) return false
  const now = active.get()
  const isHere = now?.rowId === rowId
  store.batch(() => {
    store.setCells([{ id: found.id, values: { [count.key]: toPlain(next) } }], step)
    if (!isHere) store.remove([rowId], step)
  })
  // The editor of the picker closes by itself.
  if (isHere && now.key !== key) cursor.go(rowId, key)
  const name = picker.type.toText(
    picker.type.fromWire(values[key], picker.field),
    picker.field,
    lookup,
    'cell',
  )
  active.say(`「${name}」已在第 ${visibleRows.getNumber(found.id)} 行，${count.title}加到 ${toPlain(next)}`)
  return true
}
