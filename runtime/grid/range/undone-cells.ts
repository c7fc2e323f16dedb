import type { Command } from '#runtime/record/changes/command-log.ts'
import type { Block } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'

/** The first row that commands changed. */
export function findFirstRow(commands: readonly Command[]): string | undefined {
  for (const command of commands) {
    if (command.kind === 'cells') return command.cells[0]?.id
    if (command.kind === 'insert') return command.rows[0]?.row.id
    if (command.kind === 'move') return command.id
  }
  return undefined
}

/** The rows and columns that commands changed; computed columns do not count. */
export function affectedBlock(
  { visibleRows, columns, active }: GridState,
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
