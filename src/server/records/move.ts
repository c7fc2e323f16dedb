import { toPlain } from '#runtime/kernel/decimal.ts'
import { evaluate, parseExpression } from '#runtime/kernel/expression.ts'
import { sameValue } from '#runtime/record/delta.ts'
import { headScope, type RecordEnv } from '#runtime/record/scope.ts'
import type { Move } from '#runtime/schema/types.ts'
import type { Trx } from '../platform/store/database.ts'
import type { Caller } from './caller.ts'
import type { Effects } from './effects.ts'
import { readHeads, type Values, withDetails } from './record.ts'
import { notFound, refused } from './refuse.ts'
import type { Resource } from './resource.ts'
import { changesOf, updateRows } from './write.ts'

const denied = '选中数据有已审核数据，单据无法提交！'

/** Moves all of the records or none; the effect runs in the same transaction with the locked records. */
export async function moveRecords(
  trx: Trx,
  resource: Resource,
  caller: Caller,
  effects: Effects,
  move: Move,
  ids: readonly string[],
): Promise<number> {
  const { flow } = resource.screen
  if (!flow) throw notFound()
  const heads = await readHeads(trx, resource, ids, caller.rules(resource), true)
  if (heads.length < ids.length) throw notFound()
  const isAllowed = (head: Values) => move.from.includes(String(head[flow.field] ?? ''))
  if (!heads.every(isAllowed)) throw refused(move.deny ?? denied)

  const env = caller.env('edit')
  const stamp = caller.stamp(env)
  const records: Values[] = []
  for (const head of heads) records.push(await withDetails(trx, resource, head))
  if (move.effect) await effects.get(move.effect)({ trx, records, user: caller.user, move, stamp })

  const changes = records.map((record) => {
    const moved: Values = { ...record, [flow.field]: move.to }
    for (const [key, value] of Object.entries(move.set ?? {})) moved[key] = written(value, record, env)
    return { id: String(record.id), set: changesOf(resource.columns, record, moved, sameValue) }
  })
  await updateRows(trx, resource.table, changes, stamp)
  return records.length
}

/** A literal, or the value of `=expression`. */
function written(value: unknown, record: Values, env: RecordEnv): unknown {
  if (typeof value !== 'string' || !value.startsWith('=')) return value
  const read = parseExpression(value.slice(1))
  if (!read.ok) throw new Error(`move: ${read.text}`)
  const result = evaluate(read.value, headScope(record, env))
  return typeof result === 'object' && result !== null && !Array.isArray(result) ? toPlain(result) : result
}
