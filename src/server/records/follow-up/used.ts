import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { toBig } from '#runtime/kernel/decimal.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import { getRows } from '#runtime/record/scope.ts'
import { followUpKeys } from '#runtime/schema/names/follow-up-fields.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import { listCode } from '../../documents/kinds/list.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Caller } from '../caller.ts'
import { and } from '../query/condition.ts'
import type { Values } from '../read/record.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { badValues } from '../refuse.ts'
import { needColumn, type Resource } from '../resource.ts'
import { countsAsTaken, fromTarget, listFrom, type OpenedFollowUp } from './follow-ups.ts'
import { mayFollow } from './take.ts'

const refuse = defineRefusals({
  USED_BY_OTHERS: '{screen}已经下推成{followers}，不能{verb}；请先删除或作废它们',
})

/** Records that a message names; of more it says how many. */
const MAX_NAMES = 3

/** The records that have taken these rows, in words: those by their numbers that the caller may list. */
async function formatFollowers(
  trx: Trx,
  entry: OpenedFollowUp,
  caller: Caller,
  ids: readonly string[],
): Promise<string> {
  const { target, targetRows, followUp } = entry
  const link = sql.ref(`d.${needColumn(targetRows.columns, followUp.rows.link).name}`)
  const name = target.columns.get(findNameKey(target.screen, fieldValues) ?? '')
  const mayList = caller.can(listCode(target.screen)) ? and(caller.rules(target)) : sql`false`
  const { rows } = await sql<{ name: unknown; isListed: boolean }>`
    select ${name ? name.ref : sql`t.id`} as name, (${mayList}) as "isListed" from ${sql.id(target.table)} as t
    where t.id in (select t.id from ${fromTarget(entry)} where ${link} = any(${ids}) and ${countsAsTaken(entry)})
    order by t.id`.execute(trx)
  const names = rows.filter(({ isListed }) => isListed).slice(0, MAX_NAMES)
  const listed = names.map((row) => String(row.name)).join('、')
  const { title } = target.screen
  if (names.length === rows.length) return `${title} ${listed}`
  return listed === '' ? `${rows.length} 张${title}` : `${title} ${listed} 等 ${rows.length} 张`
}

/**
 * Refuses a change that takes away what living followers have taken: of rows, of their quantity, or of the state in which the
 * record may be followed. `after` is null for a removal. The records are locked by the caller.
 */
export async function requireUnused(
  { trx, documents }: Pick<RecordTransaction, 'trx' | 'documents'>,
  resource: Resource,
  caller: Caller,
  verb: string,
  before: Values,
  after: Values | null,
): Promise<void> {
  for (const entry of listFrom(documents, resource)) {
    const { rows, code } = entry.followUp
    const { done } = followUpKeys(code)
    const used = getRows(before, rows.from).filter((row) => toBig(row[done])?.gt(0))
    if (used.length === 0) continue
    const format = (taken: readonly Readonly<Record<string, unknown>>[]) =>
      formatFollowers(
        trx,
        entry,
        caller,
        taken.map(({ id }) => String(id)),
      )
    const env = caller.env('edit')
    if (!after || (mayFollow(entry, before, env) && !mayFollow(entry, after, env)))
      throw refuse('USED_BY_OTHERS', {
        values: { screen: resource.screen.title, followers: await format(used), verb },
      })
    const present = getRows(after, rows.from)
    const problems: Problem[] = []
    for (const row of used) {
      const at = present.findIndex(({ id }) => id === row.id)
      if (at < 0)
        problems.push({
          path: pointer(rows.from),
          code: 'used',
          text: `有一行已经下推成${await format([row])}，不能删去；请先删除或作废它们`,
        })
      else if (isBelow(entry, row, present[at] ?? {}))
        problems.push({
          path: pointer(rows.from, at, rows.quantity.from),
          code: 'used',
          text: `已经下推 ${String(row[done])}（${await format([row])}），不能改得比它少`,
        })
    }
    if (problems.length > 0) throw badValues(problems)
  }
}

/** Whether a row has less than was taken of it, and less than before. */
function isBelow({ followUp: { rows, code } }: OpenedFollowUp, before: Values, after: Values): boolean {
  const { from, tolerance = 0 } = rows.quantity
  const [former, now] = [toBig(before[from]), toBig(after[from])]
  const done = toBig(before[followUpKeys(code).done]) ?? toBig(0)
  if (!done || (former && now?.gte(former))) return false
  return (now ?? toBig(0))?.times(100 + tolerance).lt(done.times(100)) === true
}
