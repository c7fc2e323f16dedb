import { type RawBuilder, sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Db } from '../../platform/store/database.ts'
import { and, type Conditioned, compileAll, type Sql } from './condition.ts'
import type { ListRequest } from './parameters.ts'
import { buildVersion, type Counted, type Total, type Totals } from './totals.ts'

/** Maximum number of hits that are all sorted in memory: one query returns page and count. */
const MAX_SORTED_HITS = 2_000
/** The limit for a search in texts: without its index every page would scan most of the table. */
const MAX_SORTED_ROWS = 20_000

export interface ListSource {
  table: string
  softDelete: boolean
  columns: readonly Column[]
  /** Conditions of every request of this user (row rules). */
  always: readonly Sql[]
  /** False when a condition queries other tables too, whose writes do not change the version of this table. */
  isAlone: boolean
}

export interface ListResult extends Total {
  /** Raw rows by column name. */
  rows: Record<string, unknown>[]
}

/**
 * Returns one page and the total. With a filter its hits are read first: a few are sorted in memory, because a scan of
 * the sort index for a rare hit would read most of the table. Many hits, or no filter, use the sort index.
 */
export async function readPage(
  db: Db,
  totals: Totals,
  source: ListSource,
  request: ListRequest,
): Promise<ListResult> {
  const where = buildWhere(source, request)
  const counted = totals.counted(source.table, where)
  const lastTotal = source.isAlone ? totals.last(counted) : undefined
  const most = await mostHits(totals, counted, source, request, lastTotal?.total)
  const hints = most > 0 ? await usefulHints(totals, source, request) : []
  const hits = most > 0 ? await pageOfHits(db, source, request, hints, most) : null
  if (hits) return hits
  const back = lastTotal?.version && fromTheEnd(request, lastTotal.total)
  const near = back ? await sortedPage(db, source, request, where, back) : null
  // After a write in the meantime the last page may have shifted.
  if (near && near.version === lastTotal?.version)
    return { ...near, total: lastTotal.total, estimated: false }
  const walk = { offset: getOffset(request), limit: request.pageSize, isBackward: false }
  const page = await sortedPage(db, source, request, where, walk)
  return { ...page, ...(await countTotal(totals, counted, source, request, page)) }
}

/** The maximum number of hits to read first; 0 when the sort index is faster. */
async function mostHits(
  totals: Totals,
  counted: Counted,
  { always }: ListSource,
  { conditions }: ListRequest,
  lastTotal: number | undefined,
): Promise<number> {
  if (conditions.length + always.length === 0) return 0
  const isSearch = conditions.some(hasHints)
  const most = isSearch ? MAX_SORTED_ROWS : MAX_SORTED_HITS
  const expected = lastTotal ?? (isSearch ? await totals.guess(counted) : 0)
  return expected <= most ? most : 0
}

const hasHints = ({ hints = [] }: Conditioned): boolean => hints.length > 0

/** Hints that few rows meet are useful beside each other; one that many more rows meet costs more than it saves. */
const USEFUL_RATIO = 3

/** No hints when the searched texts alone are in many rows: reading these costs more than the other conditions do. */
async function usefulHints(totals: Totals, source: ListSource, { conditions }: ListRequest): Promise<Sql[]> {
  const searches = conditions.filter(hasHints)
  const hints = searches.flatMap((search) => search.hints ?? [])
  const isAlone = searches.length === conditions.length && source.always.length === 0
  if (searches.length === 0) return []
  const guess = (where: readonly Sql[]) =>
    totals.guess(totals.counted(source.table, and([...isLive(source), ...where])))
  if (!isAlone && (await guess([compileAll(searches)])) > MAX_SORTED_ROWS) return []
  if (hints.length < 2) return hints
  const expected = await Promise.all(hints.map((hint) => guess([hint])))
  const most = Math.min(...expected) * USEFUL_RATIO
  return hints.filter((_, at) => (expected[at] ?? 0) <= most)
}

/** A page that is not full is the last one, so it determines the total. */
async function countTotal(
  totals: Totals,
  counted: Counted,
  { isAlone }: ListSource,
  request: ListRequest,
  { rows, version }: Page,
): Promise<Total> {
  const offset = getOffset(request)
  const isLast = rows.length < request.pageSize && (rows.length > 0 || offset === 0)
  if (isLast) return { total: offset + rows.length, estimated: false }
  const tableTotal = await totals.read(counted, isAlone ? version : null)
  if (!tableTotal.estimated) return tableTotal
  // An estimate must not contradict the page.
  const total =
    rows.length > 0 ? Math.max(tableTotal.total, offset + rows.length) : Math.min(tableTotal.total, offset)
  return { total, estimated: true }
}

const buildTable = (source: ListSource): Sql => sql`${sql.id(source.table)} as t`
const getOffset = ({ pageNo, pageSize }: ListRequest): number => (pageNo - 1) * pageSize
const select = (columns: readonly Column[]): Sql => sql.join(columns.map((column) => column.ref))
const alias = (_column: Column, at: number): RawBuilder<unknown> => sql.ref(`s${at}`)
const sortKeys = (request: ListRequest): Sql =>
  sql.join(request.sort.map(({ column }, at) => sql`${column.ref} as ${alias(column, at)}`))

/** A literal like in the index: a bound 0 would not match the index predicate. */
export const isLive = (source: Pick<ListSource, 'softDelete'>): Sql[] =>
  source.softDelete ? [sql`t.del_flag = 0`] : []

/** The condition of all rows that a list request finds. */
export const buildWhere = (source: ListSource, request: ListRequest): Sql =>
  and([...isLive(source), ...source.always, compileAll(request.conditions)])

/** The sort order of the list indexes: nulls are below all values. */
const orderBy = (request: ListRequest, name: (column: Column, at: number) => Sql, isBackward = false): Sql =>
  sql.join(
    request.sort.map(({ column, descending }, at) =>
      descending !== isBackward
        ? sql`${name(column, at)} desc nulls last`
        : sql`${name(column, at)} asc nulls first`,
    ),
  )

/** The filtered rows of all pages, in order, as the rest of a select statement. */
export const fromSorted = (source: ListSource, request: ListRequest): Sql =>
  sql`from ${buildTable(source)} where ${buildWhere(source, request)} order by ${orderBy(request, (column) => column.ref)}`

/** The number of filtered rows of all pages, counted up to `most`. */
export async function countUpTo(
  db: Db,
  source: ListSource,
  request: ListRequest,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from ${buildTable(source)} where ${buildWhere(source, request)}
      limit ${most}) as found`.execute(db)
  return rows[0]?.n ?? 0
}

/** A range of the sorted rows. */
interface Walk {
  offset: number
  limit: number
  isBackward: boolean
}

interface Page {
  rows: JsonObject[]
  /** The table's version when the rows were read. */
  version: string | null
}

/** The same page counted from the other end, when that is nearer. */
function fromTheEnd(request: ListRequest, total: number): Walk | null {
  const offset = getOffset(request)
  if (offset <= total / 2) return null
  const limit = Math.max(0, Math.min(request.pageSize, total - offset))
  return { offset: Math.max(0, total - offset - limit), limit, isBackward: true }
}

/** Above this offset, skipping rows in the table costs more than a second read of the page's rows. */
const DEEP_OFFSET_ROWS = 1000

/** Reads a page. On a deep page the rows before it are skipped by the index alone; the table is read for the page's rows. */
async function sortedPage(
  db: Db,
  source: ListSource,
  request: ListRequest,
  where: Sql,
  { offset, limit, isBackward }: Walk,
): Promise<Page> {
  const isDeep = offset > DEEP_OFFSET_ROWS
  const columns = select(source.columns)
  const key = sql`t.id as "#id", ${sortKeys(request)}`
  const { rows } = await sql<JsonObject>`
    with state as materialized (select ${buildVersion(source.table)} as version),
    page as materialized (
      select ${isDeep ? key : sql`${key}, ${columns}`} from ${buildTable(source)} where ${where}
      order by ${orderBy(request, (column) => column.ref, isBackward)}
      limit ${limit} offset ${offset})
    select state.version as "#version", ${isDeep ? sql`page."#id", ${columns}` : sql`page.*`}
    from state left join ${isDeep ? sql`(page join ${buildTable(source)} on t.id = page."#id")` : sql`page`} on true
    order by ${orderBy(request, alias)}`.execute(db)
  const [first] = rows
  return {
    rows: rows.filter((row) => row['#id'] !== null),
    version: typeof first?.['#version'] === 'string' ? first['#version'] : null,
  }
}

/** Returns the page and the exact total when there are at most `most` hits; else null. */
async function pageOfHits(
  db: Db,
  source: ListSource,
  request: ListRequest,
  hints: readonly Sql[],
  most: number,
): Promise<ListResult | null> {
  const where = and([buildWhere(source, request), ...hints])
  const { rows } = await sql<JsonObject>`
    with hit as materialized (
      select t.id as hit_id, ${sortKeys(request)} from ${buildTable(source)} where ${where} limit ${most + 1}),
    page as (
      select * from hit order by ${orderBy(request, alias)} limit ${request.pageSize} offset ${getOffset(request)})
    select n.total as "#total", page.hit_id as "#id", ${select(source.columns)}
    from (select count(*) as total from hit) as n
    left join (page join ${buildTable(source)} on t.id = page.hit_id) on n.total <= ${most}
    order by ${orderBy(request, alias)}`.execute(db)
  const total = Number(rows[0]?.['#total'] ?? 0)
  if (total > most) return null
  return { rows: rows.filter((row) => row['#id'] !== null), total, estimated: false }
}
