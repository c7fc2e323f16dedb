import { sql } from 'kysely'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Caller } from '../../records/caller.ts'
import { cachedTexts } from '../../records/excel/import/import-records.ts'
import { createPause } from '../../records/excel/import/import-values.ts'
import { listIdentityKeys } from '../../records/excel/workbook/identity.ts'
import { and } from '../../records/query/condition.ts'
import { isLive } from '../../records/query/list.ts'
import { readableValues, readHeads } from '../../records/read/record.ts'
import type { RecordTransaction } from '../../records/record-transaction.ts'
import type { Resource } from '../../records/resource.ts'
import type { RecordServices } from '../../records/services.ts'
import { describeOutcomes } from '../../records/then/outcomes.ts'
import { writeRecords } from '../../records/transaction.ts'
import { removeRecords } from '../../records/write/remove.ts'
import { prepareEdit } from '../../records/write/save-change.ts'
import { translateViolation } from '../../records/write/violation.ts'
import { markUndone, readRemaining, type WrittenRecord, writtenRecords } from './store.ts'

const refuse = defineRefusals({
  IMPORT_UNDONE: '这次导入已经撤销',
  IMPORT_CHANGED: '导入的记录后来有改动，不能撤销：{records}',
  IMPORT_FOLLOWED: '导入时还{deeds}，撤销导入退不回这些，所以不能撤销；请先到那里改回，再改导入的记录',
  IMPORT_KEPT: '有记录不能恢复到导入前：{reason}',
})

/** Records that are removed together. */
const GROUP = 500
/** Names of changed records in the text of a refusal, and records in its result. */
const MAX_NAMES = 10
const MAX_RECORDS = 500

/** A record that changed after its import. */
interface Changed {
  id: string
  name: string
  isRemoved: boolean
}

/** The names of records as the user may read them; a record that the user may not see has none. */
async function readNames(
  trx: Trx,
  resource: Resource,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { columns, screen } = resource
  const keys = listIdentityKeys(resource, (key) => columns.has(key))
  const heads = await readHeads(trx, resource, ids, caller.rules(resource))
  return new Map(
    heads.map((head) => {
      const visible = readableValues(head, columns, screen, caller.can)
      const words = keys.map((key) => visible[key] ?? '').filter((word) => word !== '')
      return [String(head.id), words.join(' ')]
    }),
  )
}

/** Locks the records of an import and returns those that changed since, or were removed. */
async function changedRecords(
  trx: Trx,
  resource: Resource,
  caller: Caller,
  written: readonly WrittenRecord[],
): Promise<Changed[]> {
  const where = and([sql`t.id = any(${written.map(({ id }) => id)})`, ...isLive(resource)])
  const { rows } = await sql<{ id: string; rev: number }>`
    select t.id, t.rev from ${sql.id(resource.table)} as t where ${where} order by t.id for update`.execute(
    trx,
  )
  const revisions = new Map(rows.map(({ id, rev }) => [id, rev]))
  const changed = written.filter(({ id, rev }) => revisions.get(id) !== rev).slice(0, MAX_RECORDS)
  const stored = changed.flatMap(({ id }) => (revisions.has(id) ? [id] : []))
  const names = await readNames(trx, resource, caller, stored)
  return changed.map(({ id }) => ({ id, name: names.get(id) ?? '', isRemoved: !revisions.has(id) }))
}

/** The changed records in words: 「A1」「A2」等 3 条已修改，1 条已删除. */
function formatChanges(changed: readonly Changed[]): string {
  const removed = changed.filter(({ isRemoved }) => isRemoved).length
  const edited = changed.length - removed
  const names = changed.flatMap(({ name }) => (name === '' ? [] : [`「${name}」`])).slice(0, MAX_NAMES)
  const list = names.length < edited && names.length > 0 ? `${names.join('')}等` : names.join('')
  return [edited > 0 ? `${list} ${edited} 条已修改`.trim() : '', removed > 0 ? `${removed} 条已删除` : '']
    .filter((part) => part !== '')
    .join('，')
}

/** The titles of the fields that a restored record or row writes and the user may not. */
function lockedTitles(fields: readonly Field[], values: JsonObject, can: Caller['can']): string[] {
  return fields.flatMap((field) => {
    const value = values[field.key]
    if (value === undefined) return []
    const isWritable = [field.access?.read, field.access?.edit].every((code) => !code || can(code))
    if (!isWritable) return [getTitle(field)]
    if (!isDetail(field) || !isJsonObject(value)) return []
    const rows = [value.added, value.changed].flatMap((list) => (Array.isArray(list) ? list : []))
    return rows.filter(isJsonObject).flatMap((row) => lockedTitles(field.fields, row, can))
  })
}

/** One step of an undo: it removes new records, or restores the values of a changed one. */
type Step = (transaction: RecordTransaction) => Promise<unknown>

/** The steps in the reverse order of the writes, so that each of them meets the records as its write left them. */
async function buildSteps(
  { dictionaries }: Pick<RecordServices, 'dictionaries'>,
  resource: Resource,
  caller: Caller,
  written: readonly WrittenRecord[],
): Promise<Step[]> {
  // The rights to the restored fields are checked before; values that the user may not read stay as they are.
  const restorer: Caller = { ...caller, can: () => true, dictionaries: cachedTexts(new Map(), dictionaries) }
  const steps: Step[] = []
  let added: string[] = []
  const remove = () => {
    const ids = added
    added = []
    if (ids.length > 0) steps.push((transaction) => removeRecords(transaction, resource, caller, ids))
  }
  const pause = createPause()
  for (const { id, rev, restore } of written) {
    await pause()
    if (restore === null) {
      added.push(id)
      if (added.length === GROUP) remove()
      continue
    }
    remove()
    const [locked] = lockedTitles(resource.screen.fields, restore, caller.can)
    if (locked !== undefined)
      throw refuse('IMPORT_KEPT', { values: { reason: `没有修改「${locked}」的权限` }, result: { id } })
    const buildRefusal = (error: unknown) => {
      const refusal = translateViolation(resource, error)
      return refusal instanceof AppError
        ? refuse('IMPORT_KEPT', { values: { reason: refusal.text }, result: { id }, cause: refusal })
        : refusal
    }
    const restoreRecord = await prepareEdit(resource, restorer, { ...restore, id, rev }).catch((error) => {
      throw buildRefusal(error)
    })
    steps.push((transaction) =>
      restoreRecord(transaction).catch((error) => {
        throw buildRefusal(error)
      }),
    )
  }
  remove()
  return steps
}

/**
 * Removes the records that an import added and restores the values that it replaced, all in one transaction, in which
 * `after` runs too. The rights of this moment hold, that to delete among them. Rejects with IMPORT_FOLLOWED when consequences
 * wrote elsewhere, with IMPORT_CHANGED when one of the records changed since.
 */
export async function undoImport(
  services: RecordServices,
  resource: Resource,
  caller: Caller,
  id: string,
  after: (trx: Trx) => Promise<void>,
): Promise<void> {
  if (!caller.can(`${resource.perm}:delete`)) throw appError('FORBIDDEN')
  const remaining = await readRemaining(services.db.app, id)
  if (remaining.length > 0)
    throw refuse('IMPORT_FOLLOWED', {
      values: { deeds: await describeOutcomes(services, caller, remaining) },
    })
  const written = await writtenRecords(services.db.app, id)
  const steps = await buildSteps(services, resource, caller, written)
  await writeRecords(services, async (transaction) => {
    const { trx } = transaction
    if (!(await markUndone(trx, id))) throw refuse('IMPORT_UNDONE')
    const changed = await changedRecords(trx, resource, caller, written)
    if (changed.length > 0)
      throw refuse('IMPORT_CHANGED', {
        values: { records: formatChanges(changed) },
        result: { records: changed },
      })
    for (const step of steps) await step(transaction)
    await after(trx)
  })
}
