import { type Http, readNoted } from './http.ts'
import {
  type ListGroup,
  type ListPage,
  type ListQuery,
  type ListTotals,
  listParams,
  readPage,
} from './list-source.ts'

/** The rows of a report have no ids; their position is used. */
function numbered(result: unknown, from: number): unknown {
  const number = (rows: unknown[]) =>
    rows.map((row, index) => ({ id: String(from + index + 1), ...(row as Record<string, unknown>) }))
  if (Array.isArray(result)) return number(result)
  if (typeof result === 'object' && result !== null && 'records' in result && Array.isArray(result.records))
    return { ...result, records: number(result.records) }
  return result
}

type Params = Readonly<Record<string, string | number>>

/** A report request (docs/http.md, "Reports"): parameters as `self_<key>`, an order only if requested; columns are not listed. */
export function reportParams(query: Omit<ListQuery, 'fields'>): Params {
  const { field: _field, ...params } = listParams({ ...query, fields: [] })
  return query.column === ''
    ? Object.fromEntries(Object.entries(params).filter(([key]) => key !== 'column' && key !== 'order'))
    : (params as Params)
}

/** A page, and the totals of the whole result and of its groups if the server sends them: key -> `sum` or `average`. */
export interface ReportPage extends ListPage {
  totals?: ListTotals
  groups?: readonly ListGroup[]
}

export async function loadReport(
  http: Http,
  url: string,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<ReportPage> {
  const answer = await readNoted<unknown>(http, url, reportParams(query), signal)
  const page = readPage(numbered(answer, (query.pageNo - 1) * query.pageSize))
  const { totals, groups } = (answer ?? {}) as Pick<ReportPage, 'totals' | 'groups'>
  return { ...page, ...(totals ? { totals } : {}), ...(groups ? { groups } : {}) }
}

/** All rows that match the conditions, for totals (contract: `getAll`). */
export async function loadWhole(
  http: Http,
  url: string,
  conditions: ListQuery['conditions'],
  signal?: AbortSignal,
): Promise<ListPage> {
  return readPage(numbered(await http.get<unknown>(url, { ...conditions, getAll: true }, signal), 0))
}
