import type { Row } from '#runtime/record/row-store.ts'
import { type Column, cellText, isCellEditable } from '../columns/columns.ts'
import type { TableView } from '../table-view.ts'

/** What looking for a word needs of a table: at a desk and on a phone. */
export type SearchableTable = Pick<TableView, 'store' | 'columns' | 'active' | 'lookup' | 'isFrozen'>

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

const MAX_HITS = 10_000

/** A number without its separators, as it would be typed. */
const plain = (text: string, { type, align }: Column): string =>
  type.toNumber && align === 'right' ? text.replaceAll(',', '') : text

/**
 * The place of the hit that comes next: at a cell or after it (`from`), after it (`on`), before it (`back`); round the
 * ends. -1 without hits.
 */
export function nextHit(
  { store, columns, active }: SearchableTable,
  hits: readonly Hit[],
  way: 'from' | 'on' | 'back',
): number {
  if (hits.length === 0) return -1
  const across = new Map(columns.map(({ key }, at) => [key, at]))
  const rank = ({ rowId, key }: Hit) => store.indexOf(rowId) * columns.length + (across.get(key) ?? 0)
  const now = active.get()
  const start = now ? rank(now) : -1
  if (way === 'back') {
    const before = hits.findLastIndex((hit) => rank(hit) < start)
    return before < 0 ? hits.length - 1 : before
  }
  return Math.max(
    0,
    hits.findIndex((hit) => rank(hit) > start || (way === 'from' && rank(hit) === start)),
  )
}

/** Texts of rows that were looked at before: a row that changes is another one. */
export type TextCache = WeakMap<Row, string[]>

/** The cells whose shown text holds the word, row by row; none for an empty word. */
export function findCells(
  table: SearchableTable,
  { text, isCaseKept, isWhole }: FindOptions,
  known: TextCache = new WeakMap(),
): Hit[] {
  if (text === '') return []
  const fold = (word: string) => (isCaseKept ? word : word.toLowerCase())
  const wanted = fold(text)
  const hits: Hit[] = []
  const { store, columns, lookup } = table
  for (const row of store.rows) {
    const texts = known.get(row) ?? columns.map((column) => cellText(store, row, column, lookup, 'full'))
    known.set(row, texts)
    for (const [at, column] of columns.entries()) {
      const shown = fold(texts[at] ?? '')
      const isHit = (text: string) => (isWhole ? text === wanted : text.includes(wanted))
      if (!isHit(shown) && !isHit(plain(shown, column))) continue
      hits.push({ rowId: row.id, key: column.key })
      if (hits.length === MAX_HITS) return hits
    }
  }
  return hits
}

/** The text of a cell with the word replaced, every time it stands in it. */
function replaced(
  shown: string,
  column: Column,
  { text, isCaseKept, isWhole }: FindOptions,
  by: string,
): string {
  if (isWhole) return by
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), isCaseKept ? 'g' : 'gi')
  const result = shown.replace(pattern, () => by)
  return result === shown ? plain(shown, column).replace(pattern, () => by) : result
}

/** Replaces the word in cells that may be typed in, as one step. What the column cannot read stays as it was. */
export function replaceIn(
  table: SearchableTable,
  hits: readonly Hit[],
  options: FindOptions,
  by: string,
): number {
  const { store, columns, lookup } = table
  const byKey = new Map<string, Column>(columns.map((column) => [column.key, column]))
  let count = 0
  const changes = hits.flatMap(({ rowId, key }) => {
    const row = store.row(rowId)
    const column = byKey.get(key)
    // A name that stands for a record cannot be changed by its letters.
    const isFixed = !row || !column || column.type.findByText !== undefined
    if (isFixed || !isCellEditable(store, row, column)) return []
    const { type, field } = column
    const read = type.fromText(
      replaced(cellText(store, row, column, lookup, 'full'), column, options, by),
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
