import { sql } from 'kysely'
import { numericTypes } from '#runtime/schema/field-value.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Db } from '../../platform/store/database.ts'
import { databaseFailure } from '../../platform/store/failures.ts'
import type { Sql } from '../query/condition.ts'
import { buildWhere, type ListSource } from '../query/list.ts'
import type { ListRequest } from '../query/parameters.ts'
import { readValue } from '../query/read-value.ts'

/**
 * Sum and average of one column over all rows, as wire values; an average has up to four decimals. `lack` is the number of
 * rows without a value, absent if none lacks it.
 */
export interface ColumnSummary {
  sum?: unknown
  average?: unknown
  lack?: number
}

/** The numbers below a list: over all its pages, never over one page. */
export interface Summary {
  /** Null when the rows could not be read in time. */
  total: number | null
  totals: Record<string, ColumnSummary>
  /** The rows by the values of one column; null for rows without a value. */
  groups?: { value: unknown; total: number; totals: Record<string, ColumnSummary> }[]
}

/** Milliseconds after which a summary is given up: the list is complete without it. */
const SUMMARY_TIMEOUT_MS = 3000
/** Maximum groups of one summary. */
export const MAX_GROUPS = 2000

export const isSummable = ({ type }: Column): boolean => numericTypes.has(type.type)

/** The expressions of sums, averages and missing values, named by the position of their column. */
export const summaryColumns = (columns: readonly Column[]): Sql[] =>
  columns
    .map(readValue)
    .flatMap((ref, at) => [
      sql`sum(${ref}::numeric) as ${sql.id(`sum${at}`)}`,
      sql`round(avg(${ref}::numeric), 4) as ${sql.id(`average${at}`)}`,
      sql`count(*) - count(${ref}) as ${sql.id(`lack${at}`)}`,
    ])

/** The values of `summaryColumns` in a row, by the keys of the columns. */
export const buildSummary = (
  columns: readonly Column[],
  row: Readonly<Record<string, unknown>>,
  listWords: (column: Column) => readonly ('sum' | 'average')[],
): Record<string, ColumnSummary> =>
  Object.fromEntries(
    columns.map((column, at) => {
      const lack = Number(row[`lack${at}`] ?? 0)
      const figures = listWords(column).map((word) => [word, column.fromDb(row[`${word}${at}`])])
      return [column.key, { ...Object.fromEntries(figures), ...(lack > 0 && { lack }) }]
    }),
  )

/** Gives the statements of a transaction the time that a summary has. */
export const setSummaryTimeout = (trx: Db) =>
  sql`select set_config('statement_timeout', ${String(SUMMARY_TIMEOUT_MS)}, true)`.execute(trx)

/** Sums of the columns over all rows of a list request, and over the rows with each value of `by`. */
export async function readSummary(
  db: Db,
  source: ListSource,
  request: ListRequest,
  columns: readonly Column[],
  by?: Column,
): Promise<Summary> {
  const rows = sql`from ${sql.id(source.table)} as t where ${buildWhere(source, request)}`
  const read = async (trx: Db): Promise<Summary> => {
    await setSummaryTimeout(trx)
    const found = await sql<Record<string, unknown>>`
      select ${sql.join([sql`count(*) as n`, ...summaryColumns(columns)])} ${rows}`.execute(trx)
    const [row = {}] = found.rows
    const totals = buildSummary(columns, row, () => ['sum', 'average'])
    const total = Number(row.n ?? 0)
    return by ? { total, totals, groups: await readGroups(trx, rows, columns, by) } : { total, totals }
  }
  return await db
    .transaction()
    .execute(read)
    .catch((error: unknown) => {
      if (databaseFailure(error) === 'busy') return { total: null, totals: {} }
      throw error
    })
}

async function readGroups(
  trx: Db,
  rows: Sql,
  columns: readonly Column[],
  by: Column,
): Promise<NonNullable<Summary['groups']>> {
  const found = await sql<Record<string, unknown>>`
    select ${sql.join([sql`${readValue(by)} as value`, sql`count(*) as n`, ...summaryColumns(columns)])} ${rows}
    group by 1 order by 2 desc, 1 limit ${MAX_GROUPS}`.execute(trx)
  return found.rows.map((row) => ({
    value: by.fromDb(row.value),
    total: Number(row.n),
    totals: buildSummary(columns, row, () => ['sum', 'average']),
  }))
}
