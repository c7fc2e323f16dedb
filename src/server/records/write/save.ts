import { appError } from '#runtime/kernel/errors.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import type { RowsDelta } from '#runtime/record/changes/delta.ts'
import { handlerProblems } from '#runtime/record/checks/handlers.ts'
import { validateRecord } from '#runtime/record/checks/validate.ts'
import { recordWarnings } from '#runtime/record/checks/warnings.ts'
import { readsOfDefault } from '#runtime/record/formulas/formulas.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import { canInState } from '#runtime/schema/field-rights.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import { isDetail } from '#runtime/schema/types.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { Saved } from '../body.ts'
import type { Caller } from '../caller.ts'
import { type HookContext, runHooks } from '../effects/hooks.ts'
import { noteOtherRecords } from '../read/other-records.ts'
import { compilePattern } from '../read/pattern.ts'
import { readHead, type Values, visibleTo, withDetails } from '../read/record.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { badValues, unconfirmed } from '../refuse.ts'
import type { DetailResource, Resource } from '../resource.ts'
import { insertRows, newId } from '../write.ts'
export const noChanges: RowsDelta = { added: [], changed: [], removed: [] }
export const getDelta = (saved: Saved, key: string): RowsDelta => saved.details.get(key) ?? noChanges
export const refuseIf = (problems: readonly Problem[]) => {
  if (problems.length > 0) throw badValues(problems)
}

/** Numbers rows by their position, counted from 1. */
export const numbered = (rows: Values[], { order }: DetailResource): Values[] =>
  order ? rows.map((row, at) => ({ ...row, [order.key]: at + 1 })) : rows

/** Refuses a record with problems, and one with warnings that its user has not confirmed. */
export async function checkRecord(
  resource: Resource,
  record: Values,
  env: RecordEnv,
  lookup: Lookup,
  caller: Caller,
  trx?: Trx,
): Promise<void> {
  const { screen, types } = resource
  const can = canInState(caller.can, screen, record)
  const options = { types, lookup, env, compilePattern, can }
  // A sheet has no cells for fields that are not stored, so no rule of theirs can be met.
  const checked = caller.isImport
    ? { ...screen, fields: screen.fields.filter(({ persist }) => persist !== false) }
    : screen
  const ruleProblems = validateRecord(checked, record, options)
  const handled = await handlerProblems(
    checked,
    record,
    { ...options, handlers: caller.handlers(trx) },
    ruleProblems,
  )
  const problems = ruleProblems.concat(handled)
  // The total of a wrong number is wrong too, but only the number can be corrected.
  const correctable = problems.filter(({ path }) => !isComputed(resource, path))
  refuseIf(correctable.length > 0 ? correctable : problems)
  const { asksToConfirm } = caller
  const warnings = asksToConfirm ? recordWarnings(screen, record, options).filter(asksToConfirm) : []
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
export const withFollowing = (
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

/** The saved record with its details. A record that its user may not see after the save is not saved. */
export async function storedRecord(
  trx: Trx,
  resource: Resource,
  caller: Caller,
  id: string,
): Promise<Values> {
  const head = await readHead(trx, resource, id, caller.rules(resource))
  if (!head) throw appError('NO_DATA_PERMISSION')
  return await withDetails(trx, resource, head)
}

/**
 * The steps around the statements of one save: its hooks, its event, and the record as its user may see it. For those who hear
 * of it a restored record was not there before.
 */
export function buildSave(
  transaction: RecordTransaction,
  resource: Resource,
  caller: Caller,
  env: RecordEnv,
  before: Values | null,
  isRestored = false,
) {
  const { trx, hooks, sessions, notify, publish, notes } = transaction
  const { screen } = resource
  const { user } = caller
  const { keep, ...others } = noteOtherRecords(transaction, user)
  let transient: Values = {}
  const getTransient = (record: Values): Values =>
    Object.fromEntries(
      screen.fields.filter(({ persist }) => persist === false).map(({ key }) => [key, record[key]]),
    )
  const buildContext = (after: Values): HookContext => ({
    trx,
    screen: screen.id,
    user,
    sessions,
    stamp: caller.stamp(env),
    before,
    after,
    transient,
    isImport: caller.isImport === true,
    note: (text) => void notes.push(text),
    notify,
    ...others,
  })
  return {
    before(record: Values): Promise<void> {
      transient = getTransient(record)
      return runHooks(hooks, screen, 'beforeSave', buildContext(record))
    },
    async after(record: Values): Promise<Values> {
      await runHooks(hooks, screen, 'afterSave', buildContext(record))
      await keep()
      const id = String(record.id)
      const event = { type: 'record.saved', screen: screen.id, id, by: user, after: record } as const
      publish(isRestored ? { ...event, before: null, isRestored } : { ...event, before })
      return visibleTo(resource, record, caller.can)
    },
  }
}

/** Inserts rows of a detail under a saved record. */
export async function insertDetail(
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
