import { sql } from 'kysely'
import { type NumberShape, numberingRule, parseNumbering, shapeNumber } from '#runtime/kernel/numbering.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import type { Sql } from '../query/condition.ts'
import type { Resource } from '../resource.ts'
import { type NumberRule, readNumberRule, refuseNumber } from './number-rule.ts'

/** Parts of the statement that inserts a record: the counters, and the value of each numbered column. */
export interface Numbers {
  /** `name as (…)` of a `with` clause. */
  counters: readonly Sql[]
  values: ReadonlyMap<string, Sql>
}

/** The moment, the department and the tenant (0: none) that a number is for. */
export interface NumberContext {
  now: Date
  orgCode: string
  tenantId: number
}

/** A number's shape, and the name of its counter in `sys_number`. */
interface Counted {
  scope: string
  shape: NumberShape
}

/** Tenants count by themselves: a number must not show how many records another tenant has. */
function countedBy({ code, parts }: NumberRule, { now, orgCode, tenantId }: NumberContext): Counted {
  if (orgCode === '' && parts.some(({ kind }) => kind === 'depart'))
    throw refuseNumber('FILL_RULE_NO_DEPART', { values: { code } })
  const shape = shapeNumber(parts, now, orgCode)
  return { scope: `rule:${code}:${tenantId}:${shape.period}`, shape }
}

async function countedField(db: Db, place: string, auto: string, at: NumberContext): Promise<Counted> {
  const rule = numberingRule(auto)
  if (rule !== null) return countedBy(await readNumberRule(db, rule), at)
  const parts = parseNumbering(auto)
  if (!parts) throw new Error(`${place}: not a numbering pattern: ${auto}`)
  const shape = shapeNumber(parts, at.now, at.orgCode)
  return { scope: `${place}:${shape.period}`, shape }
}

/** Counts: the statement locks the counter until its transaction ends. A greater start is reached at once. */
const countSql = ({ scope, shape: { start } }: Counted): Sql => sql`
  insert into sys_number (scope, n) values (${scope}, ${start})
  on conflict (scope) do update set n = greatest(sys_number.n + 1, excluded.n) returning n`

const textSql = ({ prefix, suffix, digits }: NumberShape, n: Sql): Sql =>
  sql`${prefix} || lpad(${n}::text, greatest(length(${n}::text), ${digits}::int), '0') || ${suffix}`

/**
 * The next number of each numbered field. The counter's row stays locked until the save ends, so no number is skipped; it
 * is locked in the statement that stores the number, so that other saves wait as briefly as possible.
 */
export async function nextNumbers(
  trx: Trx,
  { screen, table, columns }: Resource,
  at: NumberContext,
): Promise<Numbers> {
  const counters: Sql[] = []
  const values = new Map<string, Sql>()
  for (const { key, auto } of screen.fields) {
    const column = columns.get(key)
    if (auto === undefined || !column) continue
    const counted = await countedField(trx, `${table}.${key}`, auto, at)
    const name = sql.id(`number_${counters.length}`)
    counters.push(sql`${name} as (${countSql(counted)})`)
    values.set(column.name, sql`(select ${textSql(counted.shape, sql.ref('n'))} from ${name})`)
  }
  return { counters, values }
}

/** Takes the next number of a rule; nobody receives it again. */
export async function takeNumber(trx: Trx, rule: NumberRule, at: NumberContext): Promise<string> {
  const counted = countedBy(rule, at)
  const { rows } = await sql<{ number: string }>`
    with counter as (${countSql(counted)})
    select ${textSql(counted.shape, sql.ref('n'))} as number from counter`.execute(trx)
  return rows[0]?.number ?? ''
}

/** The numbers that a rule would make next; none is taken. */
export async function upcomingNumbers(
  db: Db,
  rule: NumberRule,
  at: NumberContext,
  count: number,
): Promise<string[]> {
  const { scope, shape } = countedBy(rule, at)
  const { rows } = await sql<{ number: string }>`
    select ${textSql(shape, sql.ref('n'))} as number from (
      select greatest(coalesce((select n + 1 from sys_number where scope = ${scope}), 0), ${shape.start}) + i as n
      from generate_series(0, ${count - 1}::int) as i) as upcoming order by n`.execute(db)
  return rows.map(({ number }) => number)
}

/** Whether the field gets its value from a counter. */
export const isNumbered = ({ screen }: Resource, key: string): boolean =>
  screen.fields.some((field) => field.key === key && field.auto !== undefined)
