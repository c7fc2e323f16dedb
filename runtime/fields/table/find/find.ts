import { type Column, cellText, isCellEditable } from '../columns/columns.ts'
import type { TableView } from '../table-view.ts'

/** A cell that holds what is looked for. */
export interface Hit {
  rowId: string
  key: string
}

export interface FindOptions {
  text: string
  isCaseKept: boolean
  /** The whole cell, not a part of it. */
  isWhole: boolean
}

const mostHits = 10_000

/** The cells whose shown text holds the word, row by row; none for an empty word. */
export function findCells(table: TableView, { text, isCaseKept, isWhole }: FindOptions): Hit[] {
  if (text === '') return []
  const fold = (word: string) => (isCaseKept ? word : word.toLowerCase())
  const wanted = fold(text)
  const hits: Hit[] = []
  for (const row of table.store.rows) {
    for (const column of table.columns) {
      const shown = fold(cellText(table.store, row, column, table.lookup, 'full'))
      if (isWhole ? shown !== wanted : !shown.includes(wanted)) continue
      hits.push({ rowId: row.id, key: column.key })
      if (hits.length === mostHits) return hits
    }
  }
  return hits
}

/** The text of a cell with the word replaced, every time it stands in it. */
function replaced(shown: string, { text, isCaseKept, isWhole }: FindOptions, by: string): string {
  if (isWhole) return by
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), isCaseKept ? 'g' : 'gi')
  return shown.replace(pattern, () => by)
}

/** Replaces the word in cells that may be typed in, as one step. What the column cannot read stays as it was. */
export function replaceIn(table: TableView, hits: readonly Hit[], options: FindOptions, by: string): number {
  const { store, columns, lookup } = table
  const byKey = new Map<string, Column>(columns.map((column) => [column.key, column]))
  let count = 0
  const changes = hits.flatMap(({ rowId, key }) => {
    const row = store.row(rowId)
    const column = byKey.get(key)
    // A name that stands for a record cannot be changed by its letters.
    const isFixed = !row || !column || column.type.find !== undefined
    if (isFixed || !isCellEditable(store, row, column)) return []
    const { type, field } = column
    const read = type.fromText(
      replaced(cellText(store, row, column, lookup, 'full'), options, by),
      field,
      lookup,
    )
    if (!read.ok) return []
    count += 1
    return [{ id: rowId, values: { [key]: type.toWire(read.value, field) } }]
  })
  store.setCells(changes)
  return count
}
