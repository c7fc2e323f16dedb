import { listParameters } from '#runtime/schema/query/list-parameters.ts'
import type { Column } from '../../documents/plan/column.ts'
import { badParameter } from '../refuse.ts'
import { type Conditioned, condition, conditioned } from './condition.ts'
import { parseFilter, splitList } from './grammar.ts'
import { type QueriedDetail, superQuery } from './super-query.ts'

export interface ListRequest {
  conditions: Conditioned[]
  sort: { column: Column; descending: boolean }[]
  pageNo: number
  pageSize: number
}

type Columns = ReadonlyMap<string, Column>

/** The client's tables send `ascend` and `descend`. */
const directions = ['', 'asc', 'ascend', 'desc', 'descend']
const suffixes = ['_begin', '_end', '_MultiString'] as const
const MAX_PAGE = 1_000_000
const MAX_PAGE_SIZE = 200
/** Maximum characters of one parameter: enough for some hundred ids. */
const MAX_PARAMETER = 8000
/** Maximum characters of an advanced query, encoded once more than the address requires. */
const MAX_SUPER_QUERY = 16_000

/**
 * Reads a list request with the columns that its user may see; `sortable` may have more, `details` are for the advanced
 * query. Unknown parameters are no conditions; `refuseUnknown` is for addresses that refuse them.
 */
export function readListRequest(
  query: unknown,
  columns: Columns,
  fallbackSort: string,
  sortable: Columns = columns,
  maxPageSize = MAX_PAGE_SIZE,
  details?: ReadonlyMap<string, QueriedDetail>,
): ListRequest {
  const parameters = scalars(query, columns)
  const conditions: Conditioned[] = []
  for (const [name, value] of parameters) {
    if (listParameters.has(name) || name.endsWith('_dictText')) continue
    const parsed = parameter(name, value, columns)
    if (parsed) conditions.push(parsed)
  }
  const advanced = superQuery(parameters.get('superQueryParams'), parameters.get('superQueryMatchType'), {
    columns,
    details,
  })
  if (advanced) conditions.push(advanced)
  return {
    conditions,
    sort: readSort(parameters.get('column'), parameters.get('order'), fallbackSort, sortable),
    pageNo: Math.max(1, readInteger(parameters, 'pageNo', 1)),
    pageSize: Math.min(maxPageSize, Math.max(1, readInteger(parameters, 'pageSize', 10))),
  }
}

/** Refuses a parameter that a list with these columns does not have, by its name. */
export function refuseUnknown(query: unknown, columns: Columns): void {
  for (const name of Object.keys(query ?? {})) if (!isKnown(name, columns)) throw badParameter(name)
}

const isKnown = (name: string, columns: Columns): boolean =>
  listParameters.has(name) ||
  name.endsWith('_dictText') ||
  columns.has(name) ||
  ranged(name, columns) !== null

/** The suffix of a parameter and the column before it. */
function ranged(name: string, columns: Columns) {
  const suffix = suffixes.find((ending) => name.endsWith(ending))
  const column = suffix && columns.get(name.slice(0, -suffix.length))
  return column ? { suffix, column } : null
}

/** The known parameters; each is one text of limited length. */
function scalars(query: unknown, columns: Columns): Map<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (!isKnown(name, columns)) continue
    const max = name === 'superQueryParams' ? MAX_SUPER_QUERY : MAX_PARAMETER
    if (typeof value !== 'string' || value.length > max) throw badParameter(name)
    values.set(name, value)
  }
  return values
}

function readInteger(parameters: ReadonlyMap<string, string>, name: string, fallback: number): number {
  const text = parameters.get(name)?.trim()
  if (!text) return fallback
  if (!/^-?\d{1,9}$/.test(text)) throw badParameter(name)
  return Math.min(Number(text), MAX_PAGE)
}

function parameter(name: string, value: string, columns: Columns): Conditioned | null {
  const column = columns.get(name)
  if (column) {
    const filter = parseFilter(value)
    return filter && conditioned(column, filter, name)
  }
  const range = ranged(name, columns)
  if (!range) return null
  const { suffix, column: base } = range
  const text = value.trim()
  if (text === '') return null
  if (suffix === '_MultiString') {
    const texts = splitList(text)
    return texts.length > 0 ? conditioned(base, { op: 'in', texts }, name) : null
  }
  const found = condition(base, { op: suffix === '_begin' ? 'ge' : 'le', text }, name)
  return { condition: found, readsOthers: base.readsOthers === true }
}

/** The requested order, else the document's, else newest first; the id is last, so that no two rows are equal. */
function readSort(
  column: string | undefined,
  order: string | undefined,
  fallback: string,
  columns: Columns,
): ListRequest['sort'] {
  const orders = (order ?? '').split(',').map((word) => word.trim().toLowerCase())
  const requested = (column ?? '').split(',').map((part) => part.trim())
  // One direction for all columns, or one for each.
  if (!orders.every((word) => directions.includes(word))) throw badParameter('order')
  if (orders.length > 1 && orders.length !== requested.length) throw badParameter('order')
  const isDescending = (at: number) => !(orders[at] ?? orders[0])?.startsWith('asc')
  const isDefault = (column?.trim() ?? '') === ''
  const parts = isDefault
    ? fallback.split(',').map((part) => ({ key: part.replace(/^-/, ''), descending: part.startsWith('-') }))
    : requested
        .map((part, at) => ({ key: sortKey(part, columns), descending: isDescending(at) }))
        .filter(({ key }, at, all) => all.findIndex((entry) => entry.key === key) === at)
  const sort = parts.flatMap(({ key, descending }) => {
    const sortColumn = columns.get(key)
    if (!sortColumn && !isDefault) throw badParameter('column')
    return sortColumn ? [{ column: sortColumn, descending }] : []
  })
  const id = columns.get('id')
  const last = sort.at(-1)
  if (id && !sort.some((entry) => entry.column === id)) {
    sort.push({ column: id, descending: last?.descending ?? true })
  }
  return sort
}

const sortKey = (name: string, columns: Columns): string =>
  columns.has(name) ? name : name.replace(/_dictText$/, '')
