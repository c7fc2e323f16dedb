import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type DateUnit, datePatterns, dateUnits } from '#runtime/schema/query/date-units.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Sql } from '../query/condition.ts'
import { splitList } from '../query/grammar.ts'
import { buildWhere, type ListSource } from '../query/list.ts'
import type { ListRequest } from '../query/parameters.ts'
import { readValue } from '../query/read-value.ts'
import { badParameter } from '../refuse.ts'
import { setSummaryTimeout } from './summary.ts'

/** A column by whose values the records of a list are put together; the dates of one unit are one value. */
export interface GroupColumn {
  column: Column
  unit: DateUnit | null
}

export interface GroupRequest {
  by: readonly GroupColumn[]
  sums: readonly Column[]
  /** The key of a group column or of a sum, or `total`. */
  sort: { key: string; descending: boolean }
  size: number
}

/** Maximum columns by which records are put together, and maximum groups of one answer. */
const MAX_BY = 3
export const MAX_GROUP_RECORDS = 2000

/** Reads `fdate:month,fkind`. A column that exists and is hidden from the user is refused as one that may not be read. */
export function readGroupColumns(
  text: unknown,
  columns: ReadonlyMap<string, Column>,
  isField: (key: string) => boolean,
): GroupColumn[] {
  const parts = typeof text === 'string' ? splitList(text) : []
  if (parts.length === 0 || parts.length > MAX_BY) throw badParameter('groupBy')
  return parts.map((part) => {
    const [key = '', unit] = part.split(':')
    const column = columns.get(key)
    if (!column && isField(key)) throw appError('NO_DATA_PERMISSION')
    if (!column || column.isMasked) throw badParameter('groupBy')
    if (unit === undefined) return { column, unit: null }
    const isDate = column.type.type === 'date' || column.type.type === 'timestamp'
    if (!isDate || !Object.hasOwn(dateUnits, unit)) throw badParameter('groupBy')
    return { column, unit: unit as DateUnit }
  })
}

const compileValue = ({ column, unit }: GroupColumn): Sql =>
  unit ? sql`to_char(${column.ref}, ${sql.lit(datePatterns[unit])})` : readValue(column)

/**
 * The groups of a list request as records: the values of the group columns by their keys, the sums by theirs, and the number of
 * records as `total`. `isCut`: there are more groups than these.
 */
export async function readGroupRecords(
  db: Db,
  source: ListSource,
  request: ListRequest,
  { by, sums, sort, size }: GroupRequest,
): Promise<{ records: JsonObject[]; isCut: boolean }> {
  const values = by.map((entry, at) => sql`${compileValue(entry)} as ${sql.id(`by${at}`)}`)
  const figures = sums.map((column, at) => sql`sum(${readValue(column)}::numeric) as ${sql.id(`sum${at}`)}`)
  const places = [...by.keys()].map((at) => sql.id(`by${at}`))
  const sortedBy = by.findIndex(({ column }) => column.key === sort.key)
  const sortedSum = sums.findIndex(({ key }) => key === sort.key)
  const first = sortedBy >= 0 ? `by${sortedBy}` : sortedSum >= 0 ? `sum${sortedSum}` : 'n'
  const direction = sort.descending ? sql`desc nulls last` : sql`asc nulls last`
  const found = await db.transaction().execute(async (trx) => {
    await setSummaryTimeout(trx)
    return await sql<Record<string, unknown>>`
      select * from (
        select ${sql.join([...values, sql`count(*) as n`, ...figures])}
        from ${sql.id(source.table)} as t where ${buildWhere(source, request)}
        group by ${sql.join([...by.keys()].map((at) => sql.lit(at + 1)))}
      ) as g
      order by ${sql.id(first)} ${direction}, ${sql.join(places)} limit ${size + 1}`.execute(trx)
  })
  const records = found.rows.slice(0, size).map((row) => ({
    ...Object.fromEntries(
      by.map(({ column, unit }, at) => [
        column.key,
        unit ? (row[`by${at}`] ?? null) : column.fromDb(row[`by${at}`]),
      ]),
    ),
    ...Object.fromEntries(sums.map((column, at) => [column.key, column.fromDb(row[`sum${at}`])])),
    total: Number(row.n),
  }))
  return { records, isCut: found.rows.length > size }
}
