import type { JsonObject } from '#runtime/kernel/json.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { decodeText } from '#runtime/kernel/text/decode-text.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { details } from '#runtime/schema/derive.ts'
import { auditKeys, type Field, type StoredScreen } from '#runtime/schema/types.ts'
import { getColumnName } from '../../documents/plan/tables.ts'

/** The names of one table in both forms: keys of the document, and columns as clients of online forms write them. */
export interface TableNames {
  toColumn(key: string): string
  toKey(column: string): string
}

/** The names of a screen with those of its detail tables, which clients name by their tables. */
export interface ScreenNames extends TableNames {
  /** The name of the main table. */
  table: string
  details: readonly (TableNames & { key: string; table: string })[]
}

const textSuffix = '_dictText'

function buildNames(fields: readonly Field[]): TableNames {
  const columns = new Map([
    ...[...auditKeys].map((key): [string, string] => [key, toSnake(key)]),
    ...fields.map((field): [string, string] => [field.key, getColumnName(field)]),
  ])
  const keys = new Map([...columns].map(([key, column]) => [column, key]))
  const withSuffix = (map: ReadonlyMap<string, string>) => (name: string) => {
    const isText = name.endsWith(textSuffix)
    const word = isText ? name.slice(0, -textSuffix.length) : name
    return (map.get(word) ?? word) + (isText ? textSuffix : '')
  }
  return { toColumn: withSuffix(columns), toKey: withSuffix(keys) }
}

export const screenNames = (screen: StoredScreen): ScreenNames => ({
  ...buildNames(screen.fields),
  table: screen.table.name,
  details: details(screen).map((detail) => ({
    ...buildNames(detail.fields),
    key: detail.key,
    table: detail.table?.name ?? detail.key,
  })),
})

const renamed = (row: JsonObject, rename: (name: string) => string): JsonObject =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]))

const listRows = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])

/** A row of a detail table by its columns. */
export const toWireRow = ({ toColumn }: TableNames, row: JsonObject): JsonObject => renamed(row, toColumn)

/** A record by its columns, with the rows of detail tables under the names of their tables. */
export function toWireRecord(names: ScreenNames, record: JsonObject): JsonObject {
  const head = { ...record }
  const rows: JsonObject = {}
  for (const { key, table, toColumn } of names.details) {
    if (head[key] !== undefined) rows[table] = listRows(head[key]).map((row) => renamed(row, toColumn))
    delete head[key]
  }
  return { ...renamed(head, names.toColumn), ...rows }
}

/**
 * The body of an add or an edit by the keys of the document. `stored` is the record before an edit: rows with its ids change,
 * others are added, and those that are missing are removed. An empty list arrives as ''.
 */
export function fromWireRecord(names: ScreenNames, body: JsonObject, stored?: JsonObject): JsonObject {
  const tables = new Set(names.details.map(({ table }) => table))
  const head = Object.fromEntries(Object.entries(body).filter(([name]) => !tables.has(name)))
  const record = renamed(head, names.toKey)
  for (const { key, table, toKey } of names.details) {
    if (!(table in body)) continue
    const rows = listRows(body[table]).map((row) => renamed(row, toKey))
    if (!stored) {
      record[key] = rows.map(({ id: _, ...row }) => row)
      continue
    }
    const ids = new Set(listRows(stored[key]).map((row) => row.id))
    const changed = rows.filter((row) => ids.has(row.id))
    const changedIds = new Set(changed.map((row) => row.id))
    record[key] = {
      added: rows.filter((row) => !ids.has(row.id)).map(({ id: _, ...row }) => row),
      changed,
      removed: [...ids].filter((id) => !changedIds.has(id)),
    }
  }
  return record
}

const listWords: ReadonlySet<string> = new Set([
  ...['pageNo', 'order', '_t', 'superQueryParams', 'superQueryMatchType'],
])
/** Parameters of clients that change nothing here. */
const unusedWords: ReadonlySet<string> = new Set(['hasQuery', 'tabletype', 'field'])
/** The page size by which a client requests all records; it gets the largest page. */
const WITHOUT_PAGES = '-521'
const MAX_PAGE_SIZE = '200'

function read(encoded: string): unknown {
  try {
    return JSON.parse(encoded)
  } catch {
    return undefined
  }
}

/**
 * The advanced query by the keys of the document: clients name columns, those of a detail table as `table,column`. A text
 * that is no list stays as it is; the reader of the query refuses it.
 */
function superQueryByKeys(names: QueriedNames, text: string): string {
  const decoded = /%[0-9A-Fa-f]{2}/.test(text) ? decodeText(text) : text
  const items = read(text) ?? read(decoded)
  if (!Array.isArray(items)) return text
  const byKeys = (item: unknown): unknown => {
    if (!isJsonObject(item)) return item
    const { field, params, detail } = item
    if (Array.isArray(params)) {
      const inner = names.details?.find(({ table }) => table === detail)
      return { ...item, ...(inner && { detail: inner.key }), params: params.map(byKeys) }
    }
    if (typeof field !== 'string') return item
    const [first = '', column] = plainField(names, field).split(',')
    const inner = column === undefined ? undefined : names.details?.find(({ table }) => table === first)
    if (!inner || column === undefined)
      return { ...item, field: names.toKey(column === undefined ? first : field) }
    return { matchType: 'and', detail: inner.key, params: [{ ...item, field: inner.toKey(column) }] }
  }
  return JSON.stringify(items.map(byKeys))
}

/** A field of an advanced query as `table,column`, or as the plain column of the main table. */
function plainField(names: QueriedNames, field: string): string {
  const name = field.replace('@', ',')
  return name.startsWith(`${names.table},`) ? name.slice(name.indexOf(',') + 1) : name
}

/** What a query names: columns of the rows that it lists, and for a main table those of its detail tables. */
type QueriedNames = TableNames & Partial<Pick<ScreenNames, 'table' | 'details'>>

/** A name that clients with joined tables write as `table@column`; of the main table it is the plain column. */
function unjoined(
  names: QueriedNames,
  name: string,
): { column: string; detail?: TableNames & { key: string } } {
  const [table = '', column] = name.split('@')
  if (column === undefined) return { column: name }
  if (table === names.table) return { column }
  const detail = names.details?.find((entry) => entry.table === table)
  return detail ? { column, detail } : { column: name }
}

/** A condition on the rows of a detail table, as an item of an advanced query. */
function detailItem(detail: TableNames & { key: string }, name: string, value: string): JsonObject {
  const [, column = name, suffix = ''] = /^(.+?)(_begin|_end|_MultiString)?$/.exec(name) ?? []
  const rules: Readonly<Record<string, string>> = { _begin: 'ge', _end: 'le', _MultiString: 'in' }
  const isPart = value.startsWith('*') && value.endsWith('*') && value.length > 2
  const rule = rules[suffix] ?? (isPart ? 'like' : 'eq')
  const item = { field: detail.toKey(column), rule, val: isPart ? value.slice(1, -1) : value }
  return { matchType: 'and', detail: detail.key, params: [item] }
}

/** An advanced query with further items that must hold besides it; one that is no list stays, for its reader to refuse. */
function withItems(query: JsonObject, items: readonly JsonObject[]): JsonObject {
  const { superQueryParams = '', superQueryMatchType: matchType, ...rest } = query
  const text = String(superQueryParams).trim()
  const params = text === '' ? [] : read(text)
  if (items.length === 0 || !Array.isArray(params)) return query
  const sent = params.length > 0 ? [{ matchType: matchType || 'and', params }] : []
  return { ...rest, superQueryMatchType: 'and', superQueryParams: JSON.stringify([...sent, ...items]) }
}

/** The columns of an order by the keys of the document; rows of a detail table have none, so a list is not sorted by them. */
const sortKeys = (names: QueriedNames, columns: string): string =>
  columns
    .split(',')
    .map((name) => unjoined(names, name))
    .flatMap(({ column, detail }) => (detail ? [] : names.toKey(column)))
    .join(',')

/** The parameters of a list by the keys of the document. */
export function listQuery(names: QueriedNames, query: JsonObject): JsonObject {
  const items: JsonObject[] = []
  const entries = Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    if (unusedWords.has(name) || (value === '' && !listWords.has(name))) return []
    if (name === 'superQueryParams') return [[name, superQueryByKeys(names, String(value))]]
    if (listWords.has(name)) return [[name, value]]
    if (name === 'pageSize') return [[name, value === WITHOUT_PAGES ? MAX_PAGE_SIZE : value]]
    if (name === 'column') return [[name, sortKeys(names, String(value))]]
    const { column: found, detail } = unjoined(names, name)
    if (detail) {
      items.push(detailItem(detail, found, String(value)))
      return []
    }
    const [, column = found, suffix = ''] = /^(.+?)(_begin|_end|_MultiString)?$/.exec(found) ?? []
    return [[names.toKey(column) + suffix, value]]
  })
  return withItems(Object.fromEntries(entries), items)
}
