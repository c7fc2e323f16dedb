import { appError } from '#runtime/kernel/errors.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { applyRowsDelta, sameValue } from '#runtime/record/changes/delta.ts'
import { checkMaxRows } from '#runtime/record/checks/validate.ts'
import { newRow } from '#runtime/record/formulas/defaults.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import { canInSome, canInState } from '#runtime/schema/field-rights.ts'
import { type Db, dynamicTables, type Trx } from '../../platform/store/database.ts'
import { forbidden, isPlain, mayWrite, readBody, type Saved, withoutFrozen } from '../body.ts'
import { type Caller, openEnv } from '../caller.ts'
import { requireTakeable } from '../follow-up/take.ts'
import { requireUnused } from '../follow-up/used.ts'
import { loadLookup, usedValues } from '../read/lookup.ts'
import { isRecordId, readHead, type Values, visibleTo, withDetails } from '../read/record.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { badParameter, badValues, notFound } from '../refuse.ts'
import type { Resource } from '../resource.ts'
import { checkPlace, keepFlags, lockTree } from '../tree/tree.ts'
import { listChanges, type RowChange, updateRows } from '../write.ts'
import { foreignRows, movedRows, settleTree } from './detail-rows.ts'
import { requireEditable, requireOwnTable } from './flow.ts'
import { fillFollowed } from './followed.ts'
import {
  buildSave,
  checkRecord,
  getDelta,
  insertDetail,
  numbered,
  refuseIf,
  storedRecord,
  withFollowing,
} from './save.ts'

const readRevision = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  if ((typeof value === 'number' || typeof value === 'string') && /^\d{1,10}$/.test(String(value)))
    return String(value)
  throw badParameter('rev')
}

export const readId = (value: unknown): string => {
  if (typeof value !== 'string' || !isRecordId(value)) throw badParameter('id')
  return value
}

/** Reads an edit before the transaction opens. */
export async function prepareEdit(resource: Resource, caller: Caller, body: unknown) {
  const saved = await readBody(resource, body, 'edit', canInSome(caller.can))
  const { id, rev: revision } = isPlain(body) ? body : {}
  return await prepareChange(resource, caller, { id: readId(id), revision: readRevision(revision), saved })
}

interface Change {
  id: string
  revision: string | null
  saved: Saved
  /** The workflow of the record lets its person change it, in a state in which others may not. */
  isLed?: boolean
}

/** Prepares any change of a record and its rows; the returned step locks, merges, checks and writes the differences. */
export async function prepareChange(
  resource: Resource,
  caller: Caller,
  { id, revision, saved, isLed = false }: Change,
) {
  requireOwnTable(resource)
  refuseIf(saved.problems)
  const sentRows = (key: string) => [...getDelta(saved, key).added, ...getDelta(saved, key).changed]
  const env = await openEnv(caller, resource, 'edit')
  const lookup = await loadLookup(caller.dictionaries, usedValues(resource, saved.head, sentRows))

  return async (transaction: RecordTransaction): Promise<Values> => {
    const { trx } = transaction
    await lockTree(trx, resource)
    const head = await readHead(trx, resource, id, caller.rules(resource), true)
    if (!head) throw notFound()
    const stored = await withDetails(trx, resource, head)
    const stale = () => appError('STALE', { result: { current: visibleTo(resource, stored, caller.can) } })
    if (revision !== null && revision !== String(head.rev)) throw stale()
    if (!isLed) requireEditable(resource.screen, head, 'edit')
    const can = canInState(caller.can, resource.screen, stored)
    // The request's values are copied, not changed: the transaction may run again after a deadlock.
    const sentHead = { ...saved.head }
    const problems = withoutFrozen(resource.screen.fields, sentHead, stored, (key) => pointer(key), can)
    const merged: Values = { ...stored, ...sentHead }
    for (const detail of resource.details) {
      const before = stored[detail.key] as Values[]
      const delta = getDelta(saved, detail.key)
      if (saved.details.has(detail.key) && !mayWrite(detail.field, can))
        problems.push(forbidden(detail.field, pointer(detail.key)))
      const tooMany = checkMaxRows(detail.field, before.length + delta.added.length - delta.removed.length)
      if (tooMany) throw badValues([tooMany])
      for (const problem of foreignRows(detail, before, delta)) problems.push(problem)
      const byId = new Map(before.map((row) => [String(row.id), row]))
      const changed = delta.changed.map(({ rev: revision, ...row }, at) => {
        const old = byId.get(row.id)
        if (old && revision !== undefined && String(revision) !== String(old.rev)) throw stale()
        const path = (key: string) => pointer(detail.key, 'changed', at, key)
        problems.push(...withoutFrozen(detail.field.fields, row, old ?? {}, path, can))
        return row
      })
      const added = delta.added.map((row, at) => {
        const fresh = newRow(resource.screen, detail.field, env, undefined, row)
        const path = (key: string) => pointer(detail.key, 'added', at, key)
        const expected = withFollowing(resource.screen, detail.field, fresh, row)
        problems.push(...withoutFrozen(detail.field.fields, row, expected, path, can))
        return { ...fresh, ...row }
      })
      const rows = numbered(applyRowsDelta(before, { ...delta, added, changed }, detail.order?.key), detail)
      problems.push(...movedRows(detail, before, rows, can))
      merged[detail.key] = settleTree(resource, detail, rows)
    }
    refuseIf(problems)
    const { documents } = transaction
    const filled = await fillFollowed(trx, documents, resource, merged, caller.user.tenantId)
    const record = resource.formulas.computeAll(filled, env)
    const storedUse = usedValues(resource, stored, (key) => stored[key] as Values[])
    await checkRecord(resource, record, env, lookup(storedUse), caller, trx)
    await requireTakeable(transaction, resource, caller, stored, record)
    await requireUnused(transaction, resource, caller, '修改', stored, record)
    await checkPlace(trx, resource, caller.rules(resource), stored, record)
    const save = buildSave(transaction, resource, caller, env, stored)
    await save.before(record)
    await writeEdit(trx, resource, caller, env, stored, record)
    await keepFlags(trx, resource, [stored, record])
    return await save.after(await storedRecord(trx, resource, caller, id))
  }
}

/** Writes the differences between a stored record and its values afterwards, rows included. */
export async function writeEdit(
  trx: Trx,
  resource: Resource,
  caller: Caller,
  env: RecordEnv,
  stored: Values,
  record: Values,
): Promise<void> {
  const stamp = caller.stamp(env)
  let hasDetailChange = false
  for (const detail of resource.details) {
    const before = stored[detail.key] as Values[]
    const after = record[detail.key] as Values[]
    const missing = new Map(before.map((row) => [row.id, row]))
    const changes: RowChange[] = []
    const added: Values[] = []
    for (const row of after) {
      const old = missing.get(row.id)
      if (!old) {
        added.push(row)
        continue
      }
      missing.delete(row.id)
      const set = listChanges(detail.columns, old, row, sameValue)
      const { order } = detail
      if (order && !detail.columns.has(order.key) && old[order.key] !== row[order.key]) {
        set.set(order.name, { value: row[order.key], type: 'integer' })
      }
      if (set.size > 0) changes.push({ id: String(row.id), set })
    }
    const removed = [...missing.keys()].map(String)
    if (removed.length > 0)
      await dynamicTables(trx).deleteFrom(detail.table).where('id', 'in', removed).execute()
    await updateRows(trx, detail.table, changes, stamp)
    await insertDetail(trx, resource, detail, stored, added, caller, env)
    hasDetailChange ||= removed.length + changes.length + added.length > 0
  }
  const set = listChanges(resource.columns, stored, record, sameValue)
  if (hasDetailChange || set.size > 0)
    await updateRows(trx, resource.table, [{ id: String(stored.id), set }], stamp)
}

/**
 * A saved record as its user may see it now: without values whose right was removed. Refused when
 * the row rules no longer include the record.
 */
export async function redactForCaller(
  db: Db,
  resource: Resource,
  caller: Caller,
  answered: Values,
): Promise<Values> {
  const id = String(answered.id)
  const rules = caller.rules(resource)
  const head = await readHead(db, resource, id, rules)
  // A record that was deleted since need not be hidden from the user who saved it.
  if (!head && rules.length > 0 && (await readHead(db, resource, id, [])))
    throw appError('NO_DATA_PERMISSION')
  return visibleTo(resource, visibleTo(resource, answered, caller.can), caller.can, head)
}
