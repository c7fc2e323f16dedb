import { sql } from 'kysely'
import { serialPattern } from '../../../runtime/kernel/time.ts'
import type { Field } from '../../../runtime/schema/types.ts'
import type { Trx } from '../store/database.ts'
import type { Resource } from './resource.ts'

/** The next number of each numbered field. The counter's row stays locked until the save ends, so none is skipped. */
export async function nextNumbers(trx: Trx, resource: Resource, now: Date): Promise<Record<string, string>> {
  const numbers: Record<string, string> = {}
  for (const field of resource.screen.fields) {
    if (field.auto !== undefined) numbers[field.key] = await next(trx, resource, field, field.auto, now)
  }
  return numbers
}

async function next(trx: Trx, { table }: Resource, { key }: Field, auto: string, now: Date): Promise<string> {
  const pattern = serialPattern(auto, now)
  if (!pattern) throw new Error(`${table}.${key}: not a numbering pattern: ${auto}`)
  const { prefix, digits } = pattern
  const { rows } = await sql<{ n: number }>`
    insert into sys_number (scope, n) values (${`${table}.${key}:${prefix}`}, 1)
    on conflict (scope) do update set n = sys_number.n + 1 returning n`.execute(trx)
  return prefix + String(rows[0]?.n ?? 1).padStart(digits, '0')
}
