import { fieldValues } from '#runtime/fields/values.ts'
import { appError } from '#runtime/kernel/errors.ts'
import { newRecord, newRow } from '#runtime/record/formulas/defaults.ts'
import { headScope, keySet, rowScope } from '#runtime/record/scope.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { canInNew } from '#runtime/schema/field-rights.ts'
import { followUpKeys } from '#runtime/schema/names/follow-up-fields.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import type { Field } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { mayWrite } from '../body.ts'
import { type Caller, openEnv } from '../caller.ts'
import { codesOfOwnRows } from '../detail/own-rows.ts'
import type { OpenedFollowUp } from '../follow-up/follow-ups.ts'
import { mayFollow, unlikeText } from '../follow-up/take.ts'
import { readableValues, readHeads, type Values, visibleTo, withAllDetails } from '../read/record.ts'
import { addReferencedOfRecord } from '../read/referenced-values.ts'
import { notFound } from '../refuse.ts'
import type { ReadServices } from '../services.ts'
import { computeValues } from '../then/computed-values.ts'

const refuse = defineRefusals({
  FOLLOW_UP_DENIED: '{screen}「{name}」现在的状态不能{title}',
  FOLLOW_UP_UNLIKE: '选中的单据不能合在一张里',
  FOLLOW_UP_DONE: '没有未执行的行，不用再{title}',
})

/** The record as the values of a follow-up read it: without what its user may not see, and with its rows under their own right. */
function readVisible({ source, sourceRows }: OpenedFollowUp, caller: Caller, record: Values): Values {
  const visible = visibleTo(source, record, caller.can)
  const { field, key, columns } = sourceRows
  if (!field.own) return visible
  if (!codesOfOwnRows(source, sourceRows, 'list').every(caller.can)) throw appError('FORBIDDEN')
  const rows = record[key] as Values[]
  return { ...visible, [key]: rows.map((row) => readableValues(row, columns, source.screen, caller.can)) }
}

/** The values of the fields that this user may write in a new record. */
const onlyWritable = (values: Values, fields: readonly Field[], can: Caller['can']): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([key]) => {
      const field = fields.find((entry) => entry.key === key)
      return field && mayWrite(field, can)
    }),
  )

/**
 * The new record that follows from these records, filled in and not saved: the rows of which something is left, each with what is
 * left. Rights and row rules of both screens apply; refused where nothing may follow, or nothing is left.
 */
export async function draftFollowUp(
  services: Pick<ReadServices, 'db' | 'documents'>,
  entry: OpenedFollowUp,
  caller: Caller,
  ids: readonly string[],
): Promise<Values> {
  const { followUp, source, target, targetRows } = entry
  const { title, rows: taken, sameValues } = followUp
  if (!caller.can(`${getPerm(target.screen)}:add`)) throw appError('FORBIDDEN')
  const db = services.db.app
  const heads = await readHeads(db, source, ids, caller.rules(source))
  if (heads.length < new Set(ids).size) throw notFound()
  const records = await withAllDetails(db, source, heads)
  const env = await openEnv(caller, target, 'add')
  const unready = records.find((record) => !mayFollow(entry, record, env))
  if (unready) {
    const name = String(unready[findNameKey(source.screen, fieldValues) ?? 'id'] ?? unready.id)
    throw refuse('FOLLOW_UP_DENIED', { values: { screen: source.screen.title, name, title } })
  }
  const marks = records.map((record) =>
    JSON.stringify((sameValues ?? ['id']).map((key) => record[key] ?? null)),
  )
  if (new Set(marks).size > 1) throw refuse('FOLLOW_UP_UNLIKE', { text: unlikeText(source, sameValues) })

  const can = canInNew(caller.can, target.screen)
  const { open } = followUpKeys(followUp.code)
  const headKeys = keySet(source.screen.fields, source.types)
  const rowKeys = keySet(entry.sourceRows.field.fields, source.types)
  const visible = records.map((record) => readVisible(entry, caller, record))
  const scopes = visible.map((record) => headScope(record, env, headKeys))
  const [first] = scopes
  const head = first
    ? onlyWritable(
        computeValues(followUp.values ?? {}, target.screen.fields, first),
        target.screen.fields,
        can,
      )
    : {}
  const rows = records.flatMap((record, at) =>
    (record[taken.from] as Values[]).flatMap((row, index): Values[] => {
      const scope = scopes[at]
      const visibleRow = (visible[at]?.[taken.from] as Values[] | undefined)?.[index]
      if (!scope || !visibleRow || !(Number(row[open]) > 0)) return []
      const { fields } = targetRows.field
      const values = computeValues(taken.values ?? {}, fields, rowScope(visibleRow, rowKeys, scope))
      const filled = { ...values, [taken.quantity.to]: row[open], [taken.link]: row.id }
      const typed = onlyWritable(filled, fields, can)
      const blank = newRow(target.screen, targetRows.field, env, undefined, typed)
      return [{ ...blank, ...typed }]
    }),
  )
  if (rows.length === 0) throw refuse('FOLLOW_UP_DONE', { values: { title } })
  const record = target.formulas.computeAll(
    { ...newRecord(target.screen, env, head), ...head, [taken.to]: rows },
    env,
  )
  const result = visibleTo(target, record, can)
  await addReferencedOfRecord(services, db, caller, target, result)
  return result
}
