import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { type Http, readNoted } from './http.ts'

export interface ListRow extends Record<string, unknown> {
  id: string
}

export interface ListPage {
  records: ListRow[]
  total: number
  /** The total is an estimate: counting took too long for the server. */
  isEstimated?: boolean
  /** In the response of a tree search: the ancestors of the matches. */
  above?: ListRow[]
  /** Of an empty list without conditions: the rules that decide which records the user sees. */
  limits?: RowLimits
}

export interface RowLimits {
  /** The names of the rules. */
  names: readonly string[]
  /** The user's roles have none of the data rules that are in force: no record is visible. */
  hidesAll: boolean
}

/** 1,000; 约 1,000 for an estimate. */
export const countText = ({ total, isEstimated }: Pick<ListPage, 'total' | 'isEstimated'>): string =>
  `${isEstimated ? '约 ' : ''}${total.toLocaleString('en-US')}`

/** 共 1,000 条; 约 1,000 条 for an estimate. */
export const totalText = (page: Pick<ListPage, 'total' | 'isEstimated'>): string =>
  `${page.isEstimated ? '' : '共 '}${countText(page)} 条`

/** The parameters of a list request (docs/http.md, "Lists"): empty values are dropped, `column` and `order` are sent together. */
export interface ListQuery {
  pageNo: number
  pageSize: number
  column: string
  /** One direction, or one for each column as a comma list. */
  order: string
  fields: readonly string[]
  conditions: Readonly<Record<string, string>>
}

/** Sums and averages of all rows by column, and how many rows lack a value: key -> `sum`, `average`, `lack`. */
export type ListTotals = Readonly<Record<string, { sum?: unknown; average?: unknown; lack?: number }>>

/** The rows with one value of a column; null for rows without a value. */
export interface ListGroup {
  value: unknown
  total: number
  totals: ListTotals
}

/** The numbers of all rows that the conditions find, and of those with each value of the column `groupBy`. */
export interface ListSummary {
  totals?: ListTotals
  groups?: readonly ListGroup[]
}

export function loadSummary(
  http: Http,
  url: string,
  query: Pick<ListQuery, 'conditions' | 'fields'> & { groupBy?: string },
  signal?: AbortSignal,
): Promise<ListSummary> {
  const conditions = Object.entries(query.conditions).filter(([, value]) => value !== '')
  const by = query.groupBy === undefined ? {} : { groupBy: query.groupBy }
  return http.get(url, { ...Object.fromEntries(conditions), field: query.fields.join(','), ...by }, signal)
}

export function listParams(query: ListQuery): Record<string, string | number> {
  const params: Record<string, string | number> = {}
  for (const [key, value] of Object.entries(query.conditions)) if (value !== '') params[key] = value
  return {
    ...params,
    column: query.column,
    order: query.order,
    field: ['id', '', ...query.fields].join(','),
    pageNo: query.pageNo,
    pageSize: query.pageSize,
  }
}

const isRow = (raw: unknown): raw is ListRow =>
  typeof raw === 'object' && raw !== null && 'id' in raw && raw.id !== null && raw.id !== undefined

const readRows = (raw: unknown[]): ListRow[] =>
  raw.map((row) => {
    if (!isRow(row)) throw appError('UNKNOWN_SHAPE')
    return { ...row, id: String(row.id) }
  })

function findLimits(result: object): RowLimits | undefined {
  const limits = 'limits' in result && isJsonObject(result.limits) ? result.limits : null
  if (!limits || !Array.isArray(limits.names)) return undefined
  return { names: limits.names.map(String), hidesAll: limits.hidesAll === true }
}

/** A page result, or a bare array from a list without paging; any other shape is refused with a specific error. */
export function readPage(result: unknown): ListPage {
  if (Array.isArray(result)) return { records: readRows(result), total: result.length }
  if (typeof result === 'object' && result !== null && 'records' in result && Array.isArray(result.records)) {
    const total = 'total' in result ? Number(result.total) : Number.NaN
    const limits = findLimits(result)
    return {
      records: readRows(result.records),
      total: Number.isFinite(total) ? total : result.records.length,
      ...('totalEstimated' in result && result.totalEstimated === true ? { isEstimated: true } : {}),
      ...('above' in result && Array.isArray(result.above) ? { above: readRows(result.above) } : {}),
      ...(limits && { limits }),
    }
  }
  throw appError('UNKNOWN_SHAPE')
}

export const loadList = async (
  http: Http,
  url: string,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<ListPage> => readPage(await readNoted(http, url, listParams(query), signal))
