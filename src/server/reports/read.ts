import { sql } from 'kysely'
import type { Column } from '../documents/plan/column.ts'
import type { Report } from '../documents/report-sql/report.ts'
import { underReport } from '../documents/report-sql/transaction.ts'
import type { Db } from '../platform/store/database.ts'
import {
  buildSummary,
  type ColumnSummary,
  MAX_GROUPS,
  type Summary,
  summaryColumns,
} from '../records/list/summary.ts'
import { compileAll, type Sql } from '../records/query/condition.ts'
import type { ListRequest } from '../records/query/parameters.ts'
import { readValue } from '../records/query/read-value.ts'
import { MAX_EXACT_ROWS } from '../records/query/totals.ts'
import type { OpenRows } from './databases.ts'

/** Maximum rows of one export, and the number up to which rows are counted. */
export const MAX_ROWS = MAX_EXACT_ROWS

export type ReportRow = Record<string, unknown>

export interface ReportRequest {
  report: Report
  /** The columns that the user may see. */
  columns: readonly Column[]
  values: ReadonlyMap<string, string | null>
  request: ListRequest
  /** The column whose values form groups with totals of their own. */
  groupBy?: Column
}

export interface Found {
  rows: ReportRow[]
  total: number
  /** True when the result has more rows than were counted. */
  estimated: boolean
  totals: Record<string, ColumnSummary>
  /** Absent without a grouping column, or when there are too many groups. */
  groups?: Summary['groups']
}

/** One page, the number of rows of the whole result, and the totals of its statistics. */
export function readReport({ db, rows }: OpenRows, request: ReportRequest, timeout?: number): Promise<Found> {
  return underReport(
    db,
    async (trx) => ({ rows: await readPage(trx, rows, request), ...(await readTotals(trx, rows, request)) }),
    timeout,
  )
}

/** The filtered rows of all pages, in order. */
export function selectRows(rows: Sql, { columns, request }: ReportRequest): Sql {
  const order = buildOrder(request, columns)
  return sql`
    select ${sql.join(columns.map(({ ref }) => ref))} from ${rows} where ${compileAll(request.conditions)}
    ${order.length > 0 ? sql`order by ${sql.join(order)}` : sql``}`
}

async function readPage(db: Db, relation: Sql, request: ReportRequest): Promise<ReportRow[]> {
  const { pageNo, pageSize } = request.request
  const { rows } = await sql<ReportRow>`
    ${selectRows(relation, request)} limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db)
  return rows
}

/** Rows of a report have no key: all columns take part in the order, so that no row appears on two pages. */
function buildOrder({ sort }: ListRequest, columns: readonly Column[]): Sql[] {
  const unsorted = columns.filter((column) => !sort.some((entry) => entry.column === column))
  return [
    ...sort.map(({ column, descending }) =>
      descending ? sql`${column.ref} desc nulls last` : sql`${column.ref} asc nulls first`,
    ),
    ...(sort.length > 0 ? unsorted.map(({ ref }) => sql`${ref}`) : []),
  ]
}

async function readTotals(
  db: Db,
  relation: Sql,
  { columns, request, groupBy }: ReportRequest,
): Promise<Omit<Found, 'rows'>> {
  const rows = sql`from ${relation} where ${compileAll(request.conditions)}`
  const summed = columns.filter(({ field }) => field?.statistics?.length)
  if (summed.length === 0) {
    const { rows: counted } = await sql<{ n: number }>`
      select count(*) as n from (select 1 ${rows} limit ${MAX_ROWS + 1}) as capped`.execute(db)
    const n = Number(counted[0]?.n ?? 0)
    return { total: Math.min(n, MAX_ROWS), estimated: n > MAX_ROWS, totals: {} }
  }
  // The whole result is the first row; its statement reads the rows of the report once for both.
  const value = groupBy && readValue(groupBy)
  const grouping = value
    ? sql`group by grouping sets ((), (${value})) order by grouping(${value}) desc limit ${MAX_GROUPS + 2}`
    : sql``
  const { rows: found } = await sql<ReportRow>`
    select ${value ?? sql`null`} as value, count(*) as n, ${sql.join(summaryColumns(summed))}
    ${rows} ${grouping}`.execute(db)
  const totalsIn = (row: ReportRow) => buildSummary(summed, row, ({ field }) => field?.statistics ?? [])
  const [whole = {}, ...others] = found
  const groups = others.map((row) => ({
    value: groupBy?.fromDb(row.value),
    total: Number(row.n),
    totals: totalsIn(row),
  }))
  return {
    total: Number(whole.n ?? 0),
    estimated: false,
    totals: totalsIn(whole),
    ...(groupBy && groups.length <= MAX_GROUPS ? { groups } : {}),
  }
}
