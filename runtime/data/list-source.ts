import { appError } from '../kernel/errors.ts'
import type { Http } from './http.ts'

export interface Row extends Record<string, unknown> {
  id: string
}

export interface Page {
  records: Row[]
  total: number
  /** Of a tree's search: the records that the found ones hang under. */
  above?: Row[]
}

/** Contract section 2: empty values are dropped, `column` and `order` travel together, `field` names the columns. */
export interface ListQuery {
  pageNo: number
  pageSize: number
  column: string
  order: 'asc' | 'desc'
  fields: readonly string[]
  conditions: Readonly<Record<string, string>>
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

const isRow = (raw: unknown): raw is Row =>
  typeof raw === 'object' && raw !== null && 'id' in raw && raw.id !== null && raw.id !== undefined

const rowsOf = (raw: unknown[]): Row[] =>
  raw.map((row) => {
    if (!isRow(row)) throw appError('UNKNOWN_SHAPE')
    return { ...row, id: String(row.id) }
  })

/** A page result, or a bare array from a list without paging; anything else is refused by name. */
export function pageOf(result: unknown): Page {
  if (Array.isArray(result)) return { records: rowsOf(result), total: result.length }
  if (typeof result === 'object' && result !== null && 'records' in result && Array.isArray(result.records)) {
    const total = 'total' in result ? Number(result.total) : Number.NaN
    return {
      records: rowsOf(result.records),
      total: Number.isFinite(total) ? total : result.records.length,
      ...('above' in result && Array.isArray(result.above) ? { above: rowsOf(result.above) } : {}),
    }
  }
  throw appError('UNKNOWN_SHAPE')
}

export const loadList = async (
  http: Http,
  url: string,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<Page> => pageOf(await http.get<unknown>(url, listParams(query), signal))
