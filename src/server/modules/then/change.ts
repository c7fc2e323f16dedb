import { sql } from 'kysely'
import type { ConsequenceSettings } from '#runtime/schema/kinds/screen/then/shapes.ts'
import { typeText } from '../../documents/plan/tables.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Caller } from '../../records/caller.ts'
import { and, type Sql } from '../../records/query/condition.ts'
import { isLive } from '../../records/query/list.ts'
import { isRecordId } from '../../records/read/record.ts'
import type { Consequence, ConsequenceContext } from '../../records/record-transaction.ts'
import { needColumn, type Resource } from '../../records/resource.ts'
import { documentCaller } from '../../records/then/author.ts'
import { computeValue, computeValues } from '../../records/then/computed-values.ts'
import { prepareChange } from '../../records/write/save-change.ts'
import { listTexts, openTarget, writeTarget } from './written.ts'

const refuse = defineRefusals({
  THEN_TOO_MANY:
    '「{title}」之后要修改「{screen}」的记录，但是符合条件的超过 {most} 条，没有保存；请联系管理员把「{from}」的「之后」的条件写得窄些',
})

/** Records that one entry changes. */
const MAX_CHANGED = 200

/** The ids of the records whose fields have the values, in their order; no other transaction changes them until the end of this one. */
async function findRecords(
  { transaction: { trx }, resource: { screen: from }, title, scope }: ConsequenceContext,
  target: Resource,
  caller: Caller,
  where: NonNullable<ConsequenceSettings<'change'>['where']>,
): Promise<string[]> {
  const values = computeValues(where, target.screen.fields, scope)
  const conditions = Object.keys(where).map((key): Sql => {
    const column = needColumn(target.columns, key)
    const value = column.toDb(key === 'id' ? computeValue(where[key], scope) : values[key])
    return value === null
      ? sql`${column.ref} is null`
      : sql`${column.ref} = ${value}::${sql.raw(typeText(column.type))}`
  })
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.id(target.table)} as t
    where ${and([...conditions, ...isLive(target), ...caller.rules(target)])}
    order by t.id limit ${MAX_CHANGED + 1} for update of t`.execute(trx)
  if (rows.length > MAX_CHANGED)
    throw refuse('THEN_TOO_MANY', {
      values: { title, screen: target.screen.title, most: MAX_CHANGED, from: from.title },
    })
  return rows.map(({ id }) => id)
}

/** Changes records of another screen, with the checks and hooks of a save; a flow's states protect them as they do from users. */
export const change: Consequence<'change'> = {
  name: 'change',
  remains: true,
  async run({ screen, record, where, values }, context) {
    const { transaction, by, scope } = context
    const target = openTarget(context, screen)
    const caller = documentCaller(transaction, by)
    const ids = where
      ? await findRecords(context, target, caller, where)
      : listTexts(computeValue(`=${record}`, scope))
          .filter(isRecordId)
          .sort()
    for (const id of ids)
      await writeTarget(context, target, `修改「${target.screen.title}」的记录`, async () => {
        const head = computeValues(values, target.screen.fields, scope)
        const saved = { head, details: new Map(), problems: [] }
        const put = await prepareChange(target, caller, { id, revision: null, saved })
        return await put(transaction)
      })
    return ids.length === 0 ? null : { count: ids.length, target: { screen, ids } }
  },
}
