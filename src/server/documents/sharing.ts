import type { Document } from '#runtime/schema/documents.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import { hasTables, listTables } from './kinds/index.ts'
import { typeText, type WantedTable } from './plan/tables.ts'
import type { ValidationResult } from './validate.ts'

/** Several documents may use one table: it gets the columns and indexes of all of them, each once. */
export function mergeTables(tables: readonly WantedTable[]): WantedTable[] {
  const merged = new Map<string, WantedTable>()
  for (const table of tables) {
    const previous = merged.get(table.name)
    merged.set(table.name, previous ? mergeTable(previous, table) : table)
  }
  return [...merged.values()]
}

const mergeTable = (first: WantedTable, second: WantedTable): WantedTable => ({
  ...first,
  partition: first.partition ?? second.partition,
  columns: byName([...first.columns, ...second.columns]),
  indexes: byName([...first.indexes, ...second.indexes]),
})

/** Of several entries with one name, the first one. */
const byName = <T extends { name: string }>(entries: readonly T[]): T[] =>
  [...new Map([...entries].reverse().map((entry) => [entry.name, entry])).values()].reverse()

/** The documents, followed by those of `all` that use one of their tables. */
export function sharing(
  documents: readonly Document[],
  all: readonly Document[],
  types: FieldValues,
): Document[] {
  const listTableNames = (document: Document) => listTables(document, types).map((table) => table.name)
  const names = new Set(documents.flatMap(listTableNames))
  const ids = new Set(documents.map(({ id }) => id))
  const others = all.filter(
    (document) => !ids.has(document.id) && listTableNames(document).some((name) => names.has(name)),
  )
  return [...documents, ...others]
}

/** The documents of the chosen results that have tables, with those of `all` that share them, for a plan. */
export function documentsToPlan(
  chosen: readonly ValidationResult[],
  all: readonly ValidationResult[],
  types: FieldValues,
): Document[] {
  const withTables = (entries: readonly ValidationResult[]) =>
    entries.flatMap(({ document }) => (document && hasTables(document) ? [document] : []))
  // Bases first: the screen that defines a table decides its columns.
  const inOrder = [...all].sort((a, b) => Number(a.overlay !== null) - Number(b.overlay !== null))
  return sharing(withTables(chosen), withTables(inOrder), types)
}

/** The tables that the document with this id needs. */
export interface DocumentTables {
  id: string
  tables: readonly WantedTable[]
}

/** A column that another document over the table needs with another type, and the text of the problem; null if none. */
export function findColumnConflict(
  tables: readonly WantedTable[],
  others: readonly DocumentTables[],
): { column: string; text: string } | null {
  for (const table of tables) {
    for (const column of table.columns) {
      for (const other of others) {
        const otherTable = other.tables.find(({ name }) => name === table.name)
        const otherColumn = otherTable?.columns.find(({ name }) => name === column.name)
        if (!otherColumn || typeText(otherColumn.type) === typeText(column.type)) continue
        const text = `列 ${table.name}.${column.name} 在「${other.id}」里是 ${typeText(otherColumn.type)}，这里是 ${typeText(column.type)}，请换一个名字或写成一样`
        return { column: column.name, text }
      }
    }
  }
  return null
}
