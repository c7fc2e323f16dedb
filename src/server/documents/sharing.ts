import type { FieldValues } from '#runtime/schema/field-value.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { typeText, type WantedTable, wantedTables } from './tables.ts'

/** Several screens may share one table: it has the columns and indexes of all of them, each once. */
export function mergeTables(tables: readonly WantedTable[]): WantedTable[] {
  const merged = new Map<string, WantedTable>()
  for (const table of tables) {
    const known = merged.get(table.name)
    merged.set(table.name, known ? both(known, table) : table)
  }
  return [...merged.values()]
}

const both = (first: WantedTable, second: WantedTable): WantedTable => ({
  name: first.name,
  columns: byName([...first.columns, ...second.columns]),
  indexes: byName([...first.indexes, ...second.indexes]),
})

/** Keeps the first entry of each name. */
const byName = <T extends { name: string }>(entries: readonly T[]): T[] =>
  [...new Map([...entries].reverse().map((entry) => [entry.name, entry])).values()].reverse()

/** The screens that share a table with one of these, with these first. */
export function sharing(
  screens: readonly StoredScreen[],
  all: readonly StoredScreen[],
  types: FieldValues,
): StoredScreen[] {
  const namesOf = (screen: StoredScreen) => wantedTables(screen, types).map((table) => table.name)
  const names = new Set(screens.flatMap(namesOf))
  const ids = new Set(screens.map((screen) => screen.id))
  const others = all.filter(
    (screen) => !ids.has(screen.id) && namesOf(screen).some((name) => names.has(name)),
  )
  return [...screens, ...others]
}

/** A column that another screen of the table defines differently: the text of the conflict, by column. */
export function clashOf(
  screen: StoredScreen,
  others: readonly StoredScreen[],
  types: FieldValues,
): { column: string; text: string } | null {
  for (const table of wantedTables(screen, types)) {
    for (const column of table.columns) {
      for (const other of others) {
        const theirs = wantedTables(other, types).find(({ name }) => name === table.name)
        const found = theirs?.columns.find(({ name }) => name === column.name)
        if (!found || typeText(found.type) === typeText(column.type)) continue
        const text = `列 ${table.name}.${column.name} 在“${other.id}”里是 ${typeText(found.type)}，这里是 ${typeText(column.type)}，请换一个名字或写成一样`
        return { column: column.name, text }
      }
    }
  }
  return null
}
