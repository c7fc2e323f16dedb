import { appError } from '#runtime/kernel/errors.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { newRecord, newRow } from '#runtime/record/defaults.ts'
import { applyRowsDelta, type RowsDelta, sameValue } from '#runtime/record/delta.ts'
import { readsOfDefault } from '#runtime/record/formulas.ts'
import { handlerProblems } from '#runtime/record/handlers.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import { checkMaxRows, validateRecord } from '#runtime/record/validate.ts'
import { recordWarnings } from '#runtime/record/warnings.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { type Db, dynamicTables, type Trx } from '../platform/store/database.ts'
import { isPlain, readBody, type Saved, withoutFrozen } from './body.ts'
import type { Caller } from './caller.ts'
import { foreignRows, movedRows, settleTree } from './detail-rows.ts'
import { requireEditable, requireOwnTable } from './flow.ts'
import { type HookContext, runHooks } from './hooks.ts'
import { insertRecord } from './insert-record.ts'
import { loadLookup, usedValues } from './lookup.ts'
import { isNumbered } from './numbering.ts'
import { compilePattern } from './pattern.ts'
import { readHead, type Values, visibleTo, withDetails } from './record.ts'
import { badParameter, badValues, notFound, unconfirmed } from './refuse.ts'
import type { DetailResource, Resource } from './resource.ts'
import type { RecordTransaction } from './transaction.ts'
import { checkPlace, keepFlags, lockTree } from './tree.ts'
import { changesOf, insertRows, newId, type RowChange, updateRows } from './write.ts'

const noChanges: RowsDelta = { added: [], changed: [], removed: [] }
const deltaOf = (saved: Saved, key: string): RowsDelta => saved.details.get(key) ?? noChanges
const refuseIf = (problems: readonly Problem[]) => {
  if (problems.length > 0) throw badValues(problems)
}

/** Numbers rows by their position, counted from 1. */
const numbered = (rows: Values[], { order }: DetailResource): Values[] =>
  order ? rows.map((row, at) => ({ ...row, [order.key]: at + 1 })) : rows

/** Refuses a record with problems, and one with warnings that its user has not confirmed. */
async function check(
  resource: Resource,
  record: Values,
  env: RecordEnv,
  lookup: Lookup,
  caller: Caller,
  trx?: Trx,
): Promise<void> {
  const { screen, types } = resource
  const options = { types, lookup, env, compilePattern, can: caller.can }
  const ruleProblems = validateRecord(screen, record, options)
  const handled = await handlerProblems(
    screen,
    record,
    { ...options, handlers: caller.handlers(trx) },
    ruleProblems,
  )
  const problems = ruleProblems.concat(handled)
  // The total of a wrong number is wrong too, but only the number can be corrected.
  const correctable = problems.filter(({ path }) => !isComputed(resource, path))
  refuseIf(correctable.length > 0 ? correctable : problems)
  const warnings = caller.asksToConfirm ? recordWarnings(screen, record, options) : []
  if (warnings.length > 0) throw unconfirmed(warnings)
}

function isComputed({ screen }: Resource, path: string): boolean {
  const [, key, row, column] = path.split('/')
  const field = screen.fields.find((entry) => entry.key === key)
  const target =
    field && row !== undefined && isDetail(field) ? field.fields.find((f) => f.key === column) : field
  return target?.compute !== undefined
}

/**
 * The values that a user without the right to edit them may send for a new record or row: its defaults. Defaults that
 * follow other fields are computed later, so any sent value is expected; it is replaced by the default.
 */
const withFollowing = (
  screen: Resource['screen'],
  detail: DetailResource['field'] | null,
  defaults: Values,
  sent: Values,
): Values =>
  Object.assign(
    { ...defaults },
    ...(detail ?? screen).fields
      .filter((field) => readsOfDefault(field, { screen, detail }))
      .map(({ key }) => ({ [key]: sent[key] })),
  )

/** Reads and checks a new record before the transaction opens; the returned step writes it. */
export async function prepareAdd(resource: Resource, caller: Caller, body: unknown) {
  requireOwnTable(resource)
  const { screen } = resource
  const saved = await readBody(resource, body, 'add', caller.can)
  const env = caller.env('add')
  const blank = newRecord(screen, env)
  const expected = withFollowing(screen, null, blank, saved.head)
  saved.problems.push(
    ...withoutFrozen(screen.fields, saved.head, expected, (key) => pointer(key), caller.can),
  )
  const filled: Values = { ...blank, ...saved.head }
  if (screen.flow) filled[screen.flow.field] = screen.flow.initial
  for (const detail of resource.details) {
    const rows = deltaOf(saved, detail.key).added.map((row, at) => {
      const fresh = newRow(screen, detail.field, env)
      const path = (key: string) => pointer(detail.key, at, key)
      const expected = withFollowing(screen, detail.field, fresh, row)
      saved.problems.push(...withoutFrozen(detail.field.fields, row, expected, path, caller.can))
      return { ...fresh, ...row }
    })
    const newRows = applyRowsDelta([], { ...noChanges, added: rows })
    filled[detail.key] = settleTree(resource, detail, numbered(newRows, detail))
  }
  refuseIf(saved.problems)
  const record = resource.formulas.computeAll(filled, env)
  const rowsOf = (key: string) => record[key] as Values[]
  const lookup = await loadLookup(caller.dictionaries, usedValues(resource, record, rowsOf))
  await check(resource, record, env, lookup(), caller)

  return async (transaction: RecordTransaction): Promise<Values> => {
    const { trx } = transaction
    await lockTree(trx, resource)
    await checkPlace(trx, resource, caller.rules(resource), null, record)
    const id = newId(screen.table.id)
    const save = saveOf(transaction, resource, caller, env, null)
    await save.before({ ...record, id })
    const rules = caller.rules(resource)
    const insertDetails = async (head: Values): Promise<Values> => {
      for (const detail of resource.details)
        await insertDetail(trx, resource, detail, head, rowsOf(detail.key), caller, env)
      const stored = await withDetails(trx, resource, head)
      return Object.fromEntries(resource.details.map(({ key }) => [key, stored[key]]))
    }
    // Rows first, numbers last: other saves wait for the counters from there to the commit.
    const needsNumber = resource.details.some(({ ref }) => isNumbered(resource, ref))
    const early = needsNumber ? null : await insertDetails({ ...record, id })
    const head = await insertRecord(trx, resource, { id, values: record }, rules, caller.stamp(env), env.now)
    if (!head) throw appError('NO_DATA_PERMISSION')
    const whole = { ...head, ...(early ?? (await insertDetails(head))) }
    if (!resource.tree) return await save.after(whole)
    await keepFlags(trx, resource, [head])
    return await save.after(await storedRecord(trx, resource, caller, id))
  }
}

async function insertDetail(
  trx: Trx,
  { screen }: Resource,
  detail: DetailResource,
  head: Values,
  rows: readonly Values[],
  caller: Caller,
  env: RecordEnv,
): Promise<void> {
  const { order, columns, fk, ref } = detail
  const position = order !== null && !columns.has(order.key) ? order : null
  const inserts = rows.map((values) => ({
    // Clients never set ids: an existing id was assigned to the row by the server.
    id: typeof values.id === 'string' ? values.id : newId(screen.table.id),
    values,
    extra: { [fk]: head[ref], ...(position ? { [position.name]: values[position.key] } : {}) },
  }))
  await insertRows(trx, detail.table, columns, inserts, caller.stamp(env))
}

/** The saved record with its details. A record that its user may not see after the save is not saved. */
async function storedRecord(trx: Trx, resource: Resource, caller: Caller, id: string): Promise<Values> {
  const head = await readHead(trx, resource, id, caller.rules(resource))
  if (!head) throw appError('NO_DATA_PERMISSION')
  return await withDetails(trx, resource, head)
}

/** The steps around the statements of one save: its hooks, its event, and the record as its user may see it. */
function saveOf(
  { trx, hooks, notify, publish }: RecordTransaction,
  resource: Resource,
  caller: Caller,
  env: RecordEnv,
  before: Values | null,
) {
  const { screen } = resource
  const { user } = caller
  const contextOf = (after: Values): HookContext => ({
    trx,
    screen: screen.id,
    user,
    stamp: caller.stamp(env),
    before,
    after,
    notify,
  })
  return {
    before: (record: Values) => runHooks(hooks, screen, 'beforeSave', contextOf(record)),
    async after(record: Values): Promise<Values> {
      await runHooks(hooks, screen, 'afterSave', contextOf(record))
      const id = String(record.id)
      const by = { userId: user.id, userName: user.realname }
      publish({ type: 'record.saved', screen: screen.id, id, ...by, before, after: record })
      return visibleTo(resource, record, caller.can)
    },
  }
}

/**
 * A saved record as its user may see it now: without values whose right was removed. Refused when
 * the row rules no longer include the record.
 */
export async function seenAgain(
  db: Db,
  resource: Resource,
  caller: Caller,
  answered: Values,
): Promise<Values> {
  const id = String(answered.id)
  const rules = caller.rules(resource)
  const isThere = async (under: typeof rules) => (await readHead(db, resource, id, under)) !== undefined
  // A record that was deleted since need not be hidden from the user who saved it.
  if (rules.length > 0 && !(await isThere(rules)) && (await isThere([]))) throw appError('NO_DATA_PERMISSION')
  return visibleTo(resource, answered, caller.can)
}

const revisionOf = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  if ((typeof value === 'number' || typeof value === 'string') && /^\d{1,10}$/.test(String(value)))
    return String(value)
  throw badParameter('rev')
}

export const idOf = (value: unknown): string => {
  if (typeof value !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(value)) throw badParameter('id')
  return value
}

/** Reads an edit before the transaction opens. */
export async function prepareEdit(resource: Resource, caller: Caller, body: unknown) {
  const saved = await readBody(resource, body, 'edit', caller.can)
  const { id, rev: revision } = isPlain(body) ? body : {}
  return await prepareChange(resource, caller, { id: idOf(id), revision: revisionOf(revision), saved })
}

interface Change {
  id: string
  revision: string | null
  saved: Saved
}

/** Prepares any change of a record and its rows; the returned step locks, merges, checks and writes the differences. */
export async function prepareChange(resource: Resource, caller: Caller, { id, revision, saved }: Change) {
  requireOwnTable(resource)
  refuseIf(saved.problems)
  const sentRows = (key: string) => [...deltaOf(saved, key).added, ...deltaOf(saved, key).changed]
  const env = caller.env('edit')
  const lookup = await loadLookup(caller.dictionaries, usedValues(resource, saved.head, sentRows))

  return async (transaction: RecordTransaction): Promise<Values> => {
    const { trx } = transaction
    await lockTree(trx, resource)
    const head = await readHead(trx, resource, id, caller.rules(resource), true)
    if (!head) throw notFound()
    const stored = await withDetails(trx, resource, head)
    const stale = () => appError('STALE', { result: { current: visibleTo(resource, stored, caller.can) } })
    if (revision !== null && revision !== String(head.rev)) throw stale()
    requireEditable(resource.screen, head, 'edit')
    const problems = withoutFrozen(
      resource.screen.fields,
      saved.head,
      stored,
      (key) => pointer(key),
      caller.can,
    )
    const merged: Values = { ...stored, ...saved.head }
    for (const detail of resource.details) {
      const before = stored[detail.key] as Values[]
      const delta = deltaOf(saved, detail.key)
      const tooMany = checkMaxRows(detail.field, before.length + delta.added.length - delta.removed.length)
      if (tooMany) throw badValues([tooMany])
      for (const problem of foreignRows(detail, before, delta)) problems.push(problem)
      const byId = new Map(before.map((row) => [String(row.id), row]))
      // The request's rows are copied, not changed: the transaction may run again after a deadlock.
      const changed = delta.changed.map(({ rev: revision, ...row }, at) => {
        const old = byId.get(row.id)
        if (old && revision !== undefined && String(revision) !== String(old.rev)) throw stale()
        const path = (key: string) => pointer(detail.key, 'changed', at, key)
        problems.push(...withoutFrozen(detail.field.fields, row, old ?? {}, path, caller.can))
        return row
      })
      const added = delta.added.map((row, at) => {
        const fresh = newRow(resource.screen, detail.field, env)
        const path = (key: string) => pointer(detail.key, 'added', at, key)
        const expected = withFollowing(resource.screen, detail.field, fresh, row)
        problems.push(...withoutFrozen(detail.field.fields, row, expected, path, caller.can))
        return { ...fresh, ...row }
      })
      const rows = numbered(applyRowsDelta(before, { ...delta, added, changed }, detail.order?.key), detail)
      problems.push(...movedRows(detail, before, rows, caller.can))
      merged[detail.key] = settleTree(resource, detail, rows)
    }
    refuseIf(problems)
    const record = resource.formulas.computeAll(merged, env)
    const storedUse = usedValues(resource, stored, (key) => stored[key] as Values[])
    await check(resource, record, env, lookup(storedUse), caller, trx)
    await checkPlace(trx, resource, caller.rules(resource), stored, record)
    const save = saveOf(transaction, resource, caller, env, stored)
    await save.before(record)
    await writeEdit(trx, resource, caller, env, stored, record)
    await keepFlags(trx, resource, [stored, record])
    return await save.after(await storedRecord(trx, resource, caller, id))
  }
}

async function writeEdit(
  trx: Trx,
  resource: Resource,
  caller: Caller,
  env: RecordEnv,
  stored: Values,
  record: Values,
): Promise<void> {
  const stamp = caller.stamp(env)
  let touched = false
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
      const set = changesOf(detail.columns, old, row, sameValue)
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
    touched ||= removed.length + changes.length + added.length > 0
  }
  const set = changesOf(resource.columns, stored, record, sameValue)
  if (touched || set.size > 0) await updateRows(trx, resource.table, [{ id: String(stored.id), set }], stamp)
}
