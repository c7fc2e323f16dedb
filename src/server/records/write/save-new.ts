import { appError } from '#runtime/kernel/errors.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { applyRowsDelta } from '#runtime/record/changes/delta.ts'
import { newRecord, newRow } from '#runtime/record/formulas/defaults.ts'
import { canInNew } from '#runtime/schema/field-rights.ts'
import type { Trx } from '../../platform/store/database.ts'
import { tenantValues } from '../access/tenant-rule.ts'
import { readBody, type Saved, withoutFrozen } from '../body.ts'
import { type Caller, openEnv } from '../caller.ts'
import { type AssignedId, assignedId } from '../effects/hooks.ts'
import { requireTakeable } from '../follow-up/take.ts'
import { loadLookup, usedValues } from '../read/lookup.ts'
import { type Values, withDetails } from '../read/record.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import type { Resource } from '../resource.ts'
import { checkPlace, keepFlags, lockTree } from '../tree/tree.ts'
import { newId } from '../write.ts'
import { settleTree } from './detail-rows.ts'
import { requireOwnTable } from './flow.ts'
import { fillFollowed, hasFollowed } from './followed.ts'
import { insertRecord } from './insert-record.ts'
import { isNumbered } from './numbering.ts'
import {
  buildSave,
  checkRecord,
  getDelta,
  insertDetail,
  noChanges,
  numbered,
  refuseIf,
  storedRecord,
  withFollowing,
} from './save.ts'

/** Chooses the id of a new record, and values that follow from it, inside its transaction. */
export type AssignId = (trx: Trx, record: Values) => Promise<AssignedId>

/** Reads and checks a new record before the transaction opens; the returned step writes it. */
export async function prepareAdd(resource: Resource, caller: Caller, body: unknown, assignId?: AssignId) {
  requireOwnTable(resource)
  const saved = await readBody(resource, body, 'add', canInNew(caller.can, resource.screen))
  return await prepareNew(resource, caller, saved, assignId)
}

/** Checks a new record; the returned step writes it. */
export async function prepareNew(resource: Resource, caller: Caller, saved: Saved, assignId?: AssignId) {
  requireOwnTable(resource)
  const { screen } = resource
  const can = canInNew(caller.can, screen)
  const env = await openEnv(caller, resource, 'add')
  const blank = newRecord(screen, env, saved.head)
  const expected = withFollowing(screen, null, blank, saved.head)
  saved.problems.push(...withoutFrozen(screen.fields, saved.head, expected, (key) => pointer(key), can))
  const filled: Values = { ...blank, ...saved.head }
  if (screen.flow) filled[screen.flow.field] = screen.flow.initial
  for (const detail of resource.details) {
    const rows = getDelta(saved, detail.key).added.map((row, at) => {
      const fresh = newRow(screen, detail.field, env, undefined, row)
      const path = (key: string) => pointer(detail.key, at, key)
      const expected = withFollowing(screen, detail.field, fresh, row)
      saved.problems.push(...withoutFrozen(detail.field.fields, row, expected, path, can))
      return { ...fresh, ...row }
    })
    const newRows = applyRowsDelta([], { ...noChanges, added: rows })
    filled[detail.key] = settleTree(resource, detail, numbered(newRows, detail))
  }
  refuseIf(saved.problems)
  const prepared = resource.formulas.computeAll(filled, env)
  const lookup = await loadLookup(
    caller.dictionaries,
    usedValues(resource, prepared, (key) => prepared[key] as Values[]),
  )
  // Values of other records are read in the transaction.
  if (!hasFollowed(resource)) await checkRecord(resource, prepared, env, lookup(), caller)

  return async (transaction: RecordTransaction): Promise<Values> => {
    const { trx, documents } = transaction
    await lockTree(trx, resource)
    const computed = hasFollowed(resource)
      ? resource.formulas.computeAll(
          await fillFollowed(trx, documents, resource, prepared, caller.user.tenantId),
          env,
        )
      : prepared
    if (hasFollowed(resource)) await checkRecord(resource, computed, env, lookup(), caller, trx)
    await requireTakeable(transaction, resource, caller, null, computed)
    const getRows = (key: string) => computed[key] as Values[]
    await checkPlace(trx, resource, caller.rules(resource), null, computed)
    const { id, values } = (await (assignId?.(trx, computed) ??
      assignedId(transaction.hooks, screen, trx, computed))) ?? {
      id: newId(screen.table.id),
    }
    const record = { ...computed, ...values }
    const save = buildSave(transaction, resource, caller, env, null)
    await save.before({ ...record, id })
    const rules = caller.rules(resource)
    const insertDetails = async (head: Values): Promise<Values> => {
      for (const detail of resource.details)
        await insertDetail(trx, resource, detail, head, getRows(detail.key), caller, env)
      const stored = await withDetails(trx, resource, head)
      return Object.fromEntries(resource.details.map(({ key }) => [key, stored[key]]))
    }
    // Rows first, numbers last: other saves wait for the counters from there to the commit.
    const needsNumber = resource.details.some(({ ref }) => isNumbered(resource, ref))
    const early = needsNumber ? null : await insertDetails({ ...record, id })
    const row = { id, values: record, extra: tenantValues(resource, caller.user) }
    const head = await insertRecord(trx, resource, row, rules, caller.stamp(env), env.now)
    if (!head) throw appError('NO_DATA_PERMISSION')
    const whole = { ...head, ...(early ?? (await insertDetails(head))) }
    if (!resource.tree) return await save.after(whole)
    await keepFlags(trx, resource, [head])
    return await save.after(await storedRecord(trx, resource, caller, id))
  }
}
