import type { Row } from '#runtime/record/changes/command-log.ts'
import { cellValues } from '#runtime/record/paste/paste.ts'
import { type Column, cellText, isCellEditable } from '../columns/columns.ts'
import type { GridState } from '../state/GridState.ts'

/** The part of a table that a search uses; shared by desktop and phone. */
export type SearchableTable = Pick<GridState, 'store' | 'columns' | 'active' | 'lookup'>

/** A cell that contains the searched text. */
export interface Hit {
  rowId: string
  key: string
}

export interface FindOptions {
  text: string
  isCaseKept: boolean
  /** Matches the whole cell, not a part of it. */
  isWhole: boolean
}

const MAX_HITS = 10_000

/** A number without separators, as it is typed. */
const plain = (text: string, { type, align }: Column): string =>
  type.toNumber && align === 'right' ? text.replaceAll(',', '') : text

/**
 * The index of the next match: at a cell or after it (`from`), after it (`on`), before it (`back`); wraps at the
 * ends. -1 without matches.
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

/** Cached texts by row object: a changed row is a new object. */
export type TextCache = WeakMap<Row, string[]>

/** The cells whose displayed text contains the keyword, row by row; none for an empty keyword. */
export function findCells(
  table: SearchableTable,
  { text, isCaseKept, isWhole }: FindOptions,
  cache: TextCache = new WeakMap(),
): Hit[] {
  if (text === '') return []
  const fold = (word: string) => (isCaseKept ? word : word.toLowerCase())
  const needle = fold(text)
  const hits: Hit[] = []
  const { store, columns, lookup } = table
  for (const row of store.rows) {
    const texts = cache.get(row) ?? columns.map((column) => cellText(store, row, column, lookup, 'full'))
    cache.set(row, texts)
    for (const [at, column] of columns.entries()) {
      const content = fold(texts[at] ?? '')
      const isHit = (text: string) => (isWhole ? text === needle : text.includes(needle))
      if (!isHit(content) && !isHit(plain(content, column))) continue
      hits.push({ rowId: row.id, key: column.key })
      if (hits.length === MAX_HITS) return hits
    }
  }
  return hits
}

/** The text of a cell with every occurrence of the keyword replaced. */
function replaced(
  content: string,
  column: Column,
  { text, isCaseKept, isWhole }: FindOptions,
  by: string,
): string {
  if (isWhole) return by
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), isCaseKept ? 'g' : 'gi')
  const result = content.replace(pattern, () => by)
  return result === content ? plain(content, column).replace(pattern, () => by) : result
}

/** Replaces the keyword in editable cells as one step. Texts that the column cannot parse stay unchanged. */
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
    // A text that identifies a record cannot be changed letter by letter.
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
    return [{ id: rowId, values: cellValues(column, read.value, lookup) }]
  })
  store.setCells(changes)
  return count
}
