import type { Command } from '#runtime/record/changes/command-log.ts'
import type { TableView } from '../controller/table-view.ts'
import type { Cursor } from '../controller/useCursor.ts'
import type { Block } from './cell-range.ts'

/** Undoes or redoes a step and reveals its cells: no change happens out of view. */
export function undoAndReveal(table: TableView, cursor: Cursor, way: 'undo' | 'redo' = 'undo'): void {
  const { visibleRows, columns, range, store } = table
  cursor.close()
  const block = affectedBlock(table, store[way]())
  const first = block && visibleRows.at(block.top)
  const [left, right] = [columns[block?.left ?? -1], columns[block?.right ?? -1]]
  if (!block || !first || !left || !right) return
  cursor.go(first.id, left.key)
  const last = visibleRows.at(block.bottom)
  if (last) range.extend(last.id, right.key)
}

/** The rows and columns that commands changed; computed columns do not count. */
function affectedBlock(
  { visibleRows, columns, active }: TableView,
  commands: readonly Command[],
): Block | null {
  const rows = new Set<string>()
  const keys = new Set<string>()
  for (const command of commands) {
    if (command.kind === 'cells') {
      for (const { id, key } of command.cells) {
        rows.add(id)
        keys.add(key)
      }
    } else if (command.kind === 'insert') for (const { row } of command.rows) rows.add(row.id)
    else if (command.kind === 'move') rows.add(command.id)
  }
  const places = [...rows].map((id) => visibleRows.indexOf(id)).filter((at) => at >= 0)
  const across = columns.flatMap((column, at) => (keys.has(column.key) && !column.isComputed ? [at] : []))
  // Rows were added or moved: the cursor stays in its column.
  const activeIndex = Math.max(
    0,
    columns.findIndex(({ key }) => key === active.get()?.key),
  )
  if (places.length === 0) return null
  let [top, bottom] = [places[0] as number, places[0] as number]
  for (const at of places) {
    if (at < top) top = at
    if (at > bottom) bottom = at
  }
  return { top, bottom, left: across[0] ?? activeIndex, right: across.at(-1) ?? activeIndex }
}
