import { type RawBuilder, sql } from 'kysely'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Limit } from '#runtime/schema/language/tables.ts'
import { tenantColumn } from '../../documents/plan/tables.ts'
import type { Trx } from '../../platform/store/database.ts'
import { compileWhere } from '../access/row-rules.ts'
import { and, type Sql } from '../query/condition.ts'
import { badValues } from '../refuse.ts'
import { needColumn, type Resource } from '../resource.ts'

/**
 * Groups that one transaction locks by themselves. One that writes more of them, such as an import, locks all groups of the
 * limit: the lock table of PostgreSQL is small.
 */
const MAX_GROUP_LOCKS = 50

/** The range types of the columns that can be the ends of a period. Days include the last one, moments do not. */
const ranges: Partial<Record<string, { type: string; bounds: '[]' | '[)' }>> = {
  date: { type: 'daterange', bounds: '[]' },
  timestamp: { type: 'tsrange', bounds: '[)' },
}

interface CompiledLimit {
  limit: Limit
  /** Names the locks of the limit. */
  name: string
  /** Whether the row `t` counts: it is stored, has a value in each field, and meets the condition. */
  counts: Sql
  /** The columns whose values a group shares. */
  group: readonly string[]
  /** The period of a row by the alias of its table. */
  period: ((alias: string) => RawBuilder<unknown>) | null
}

function compileLimit(resource: Resource, limit: Limit, at: number): CompiledLimit {
  const { columns, table, softDelete, isTenantBound } = resource
  const getColumn = (key: string) => needColumn(columns, key)
  const fields = (limit.fields ?? []).map(getColumn)
  const [begin, end] = (limit.period ?? []).map(getColumn)
  const range = begin && ranges[begin.type.type]
  const conditions: Sql[] = fields.map(({ ref }) => sql`${ref} is not null`)
  if (softDelete) conditions.push(sql`t.del_flag = 0`)
  if (begin && end) conditions.push(sql`(${begin.ref} is not null or ${end.ref} is not null)`)
  // A period that ends before it begins is for the rules of its fields to refuse.
  if (begin && end) conditions.push(sql`(${begin.ref} <= ${end.ref}) is not false`)
  if (limit.where !== undefined) {
    const read = parseExpression(limit.where)
    conditions.push(read.ok ? compileWhere(read.value.node, columns) : sql`false`)
  }
  return {
    limit,
    name: `${table}:${at}`,
    counts: and(conditions),
    group: [...(isTenantBound ? [tenantColumn] : []), ...fields.map(({ name }) => name)],
    period:
      begin && end && range
        ? (alias) =>
            sql`${sql.raw(range.type)}(${sql.ref(`${alias}.${begin.name}`)}, ${sql.ref(`${alias}.${end.name}`)}, ${range.bounds})`
        : null,
  }
}

const compiled = new WeakMap<Resource, readonly CompiledLimit[]>()

function getLimits(resource: Resource): readonly CompiledLimit[] {
  const cached = compiled.get(resource)
  if (cached) return cached
  const limits = (resource.screen.table.limits ?? []).map((limit, at) => compileLimit(resource, limit, at))
  compiled.set(resource, limits)
  return limits
}

/** Waits until no other transaction writes into the groups of the records; they are locked until the end. */
async function lockGroups(trx: Trx, resource: Resource, limit: CompiledLimit, ids: readonly string[]) {
  const values = limit.group.map((name) => sql.ref(`t.${name}`))
  const key = values.length > 0 ? sql`hashtext(jsonb_build_array(${sql.join(values)})::text)` : sql`0`
  const { rows } = await sql<{ key: number }>`
    select distinct ${key} as key from ${sql.id(resource.table)} as t
    where t.id in (${sql.join(ids)}) and ${limit.counts} order by key`.execute(trx)
  const isBulk = rows.length > MAX_GROUP_LOCKS
  const lockAll = sql.raw(isBulk ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lockAll}(hashtextextended(${limit.name}, 0))`.execute(trx)
  if (isBulk || rows.length === 0) return
  const keys = rows.map((row) => row.key)
  await sql`
    select pg_advisory_xact_lock(hashtext(${limit.name}), key) from unnest(${keys}::int[]) as key`.execute(
    trx,
  )
}

/** The records whose group has more of them than the limit allows. */
async function findExcess(trx: Trx, resource: Resource, limit: CompiledLimit, ids: readonly string[]) {
  const { group, period, counts } = limit
  const table = sql.id(resource.table)
  const isSame = (alias: string) =>
    and(group.map((name) => sql`${sql.ref(`${alias}.${name}`)} = ${sql.ref(`r.${name}`)}`))
  const alike = sql`select 1 from ${table} as t where ${counts} and ${isSame('t')}`
  // The most records at one moment: periods that overlap begin somewhere within the record's own.
  const most = period
    ? sql`(
        select max((select count(*) from ${table} as t where ${counts} and ${isSame('t')} and (
          ${period('t')} @> lower(p.shared) or lower_inf(p.shared) and lower_inf(${period('t')}))))
        from (
          select ${period('t')} * ${period('r')} as shared from ${table} as t
          where ${counts} and ${isSame('t')} and ${period('t')} && ${period('r')}
        ) as p)`
    : sql`(select count(*) from (${alike}) as found)`
  const { rows } = await sql<{ id: string }>`
    select r.id from ${table} as r
    where exists (select 1 from ${table} as t where t.id = r.id and t.id in (${sql.join(ids)}) and ${counts})
      and ${most} > ${limit.limit.max ?? 1}
    order by r.id limit 1`.execute(trx)
  return rows.length > 0
}

function excessText({ screen }: Resource, { fields = [], period, max = 1, message }: Limit): string {
  if (message !== undefined) return message
  const titles = (keys: readonly string[]) =>
    keys.map((key) => {
      const field = screen.fields.find((entry) => entry.key === key)
      return field ? getTitle(field) : key
    })
  const same = fields.length > 0 ? `${titles(fields).join('、')}相同的记录` : '记录'
  if (period === undefined) return max === 1 ? `${same}已有一条` : `${same}最多 ${max} 条`
  const ends = titles(period).join('至')
  return max === 1
    ? `与${same}的${ends}重叠，请换一个时段`
    : `${same}在同一时段（${ends}）最多 ${max} 条，请换一个时段`
}

/**
 * Refuses records that are more than a limit of their table allows. Other transactions that write into the same groups wait
 * until this one has ended, so that two that are saved at once are counted too.
 */
export async function checkLimits(trx: Trx, resource: Resource, ids: readonly string[]): Promise<void> {
  for (const limit of getLimits(resource)) {
    await lockGroups(trx, resource, limit, ids)
    if (!(await findExcess(trx, resource, limit, ids))) continue
    const key = limit.limit.period?.[0] ?? limit.limit.fields?.[0] ?? ''
    throw badValues([{ path: pointer(key), code: 'limit', text: excessText(resource, limit.limit) }])
  }
}
