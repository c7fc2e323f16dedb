import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../store/database.ts'
import type { Column } from './column.ts'
import { and, type Sql } from './query/condition.ts'
import type { ListRequest } from './query/parameters.ts'

/** Up to here a total is counted, beyond it is estimated. */
export const exactUpTo = 100_000
/** Few enough hits to sort them all: one reading of them answers page and count. */
const few = 2_000

export interface ListSource {
  table: string
  softDelete: boolean
  columns: readonly Column[]
  /** Conditions that hold for every request of this user (row rules). */
  always: readonly Sql[]
}

export interface ListResult {
  /** Raw rows under column names. */
  rows: Record<string, unknown>[]
  total: number
  estimated: boolean
}

type Row = Record<string, unknown>

/**
 * One page and the total. With a filter its hits are read first: few of them are sorted where they stand, because
 * walking the sort index for a rare hit would read most of the table. Many hits, or no filter: the sort index.
 */
export async function readPage(db: Db, source: ListSource, request: ListRequest): Promise<ListResult> {
  const isFiltered = request.conditions.length + source.always.length > 0
  const found = isFiltered ? await pageOfFew(db, source, request) : null
  if (found) return found
  const where = whereOf(source, request)
  const { rows } = await sql<Row>`
    select ${select(source.columns)} from ${tableOf(source)} where ${where}
    order by ${orderBy(request, (column) => column.ref)}
    limit ${request.pageSize} offset ${offsetOf(request)}`.execute(db)
  return { rows, ...(await countRows(db, source, where)) }
}

const tableOf = (source: ListSource): Sql => sql`${sql.id(source.table)} as t`
const offsetOf = ({ pageNo, pageSize }: ListRequest): number => (pageNo - 1) * pageSize
const select = (columns: readonly Column[]): Sql => sql.join(columns.map((column) => column.ref))

/** A literal where the index has one: a bound 0 would not match its predicate. */
export const isLive = (source: Pick<ListSource, 'softDelete'>): Sql[] =>
  source.softDelete ? [sql`t.del_flag = 0`] : []

const whereOf = (source: ListSource, request: ListRequest): Sql =>
  and([...isLive(source), ...source.always, ...request.conditions])

/** As the list indexes sort: nothing counts as less than anything. */
const orderBy = (request: ListRequest, name: (column: Column, at: number) => Sql): Sql =>
  sql.join(
    request.sort.map(({ column, descending }, at) =>
      descending ? sql`${name(column, at)} desc nulls last` : sql`${name(column, at)} asc nulls first`,
    ),
  )

async function pageOfFew(db: Db, source: ListSource, request: ListRequest): Promise<ListResult | null> {
  const alias = (_column: Column, at: number): RawBuilder<unknown> => sql.ref(`s${at}`)
  const keys = sql.join(request.sort.map(({ column }, at) => sql`${column.ref} as ${alias(column, at)}`))
  const { rows } = await sql<Row>`
    with hit as materialized (
      select t.id as hit_id, ${keys} from ${tableOf(source)} where ${whereOf(source, request)} limit ${few + 1}),
    page as (
      select * from hit order by ${orderBy(request, alias)} limit ${request.pageSize} offset ${offsetOf(request)})
    select n.total as "#total", ${select(source.columns)}
    from (select count(*) as total from hit) as n
    left join (page join ${tableOf(source)} on t.id = page.hit_id) on n.total <= ${few}
    order by ${orderBy(request, alias)}`.execute(db)
  const total = Number(rows[0]?.['#total'] ?? 0)
  if (total > few) return null
  return { rows: rows.filter((row) => row.id !== null), total, estimated: false }
}

async function countRows(
  db: Db,
  source: ListSource,
  where: Sql,
): Promise<Pick<ListResult, 'total' | 'estimated'>> {
  const all = sql`select 1 from ${tableOf(source)} where ${where}`
  const counted = await sql<{ n: number }>`
    select count(*) as n from (${all} limit ${exactUpTo + 1}) as capped`.execute(db)
  const total = Number(counted.rows[0]?.n ?? 0)
  if (total <= exactUpTo) return { total, estimated: false }
  const plan = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>`explain (format json) ${all}`.execute(db)
  const guess = plan.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  return { total: Math.max(guess, total), estimated: true }
}
