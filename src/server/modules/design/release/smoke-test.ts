import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { AppError } from '#runtime/kernel/errors.ts'
import { newRecord, newRow } from '#runtime/record/formulas/defaults.ts'
import type { Document } from '#runtime/schema/documents.ts'
import type { Field, StoredScreen } from '#runtime/schema/types.ts'
import { tryPlan } from '../../../documents/apply.ts'
import { databaseText } from '../../../documents/plan/database-text.ts'
import { getColumnName } from '../../../documents/plan/tables.ts'
import { hashDocument } from '../../../documents/validate.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Database, Trx } from '../../../platform/store/database.ts'
import { tenantValues } from '../../../records/access/tenant-rule.ts'
import { buildCaller, type Caller } from '../../../records/caller.ts'
import { fromSorted } from '../../../records/query/list.ts'
import { readListRequest } from '../../../records/query/parameters.ts'
import type { Values } from '../../../records/read/record.ts'
import { getResource, type Resource } from '../../../records/resource.ts'
import type { ReadServices } from '../../../records/services.ts'
import { insertRecord } from '../../../records/write/insert-record.ts'
import { insertDetail, storedRecord } from '../../../records/write/save.ts'
import { newId } from '../../../records/write.ts'

type SmokeServices = Pick<ReadServices, 'dictionaries' | 'documents' | 'handlers'> & { db: Database }

/** A part of the test that failed. */
class SmokeFault extends Error {}

async function attempt<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new SmokeFault(`${part}：${error instanceof AppError ? error.text : databaseText(error)}`)
  }
}

/**
 * Lists the screen, saves a blank record with a row in each detail table and reads it as a form does, on the tables as
 * a release would leave them. Everything is rolled back. Returns the reasons why the screen cannot be used.
 */
export async function trySmoke(
  services: SmokeServices,
  documents: readonly Document[],
  screen: StoredScreen,
  user: SessionUser,
  isForced: boolean,
): Promise<string[]> {
  const resource = getResource(screen, hashDocument(screen), fieldValues)
  const caller = buildCaller(user, services)
  try {
    await tryPlan(services.db, documents, fieldValues, isForced, async (trx) => {
      await attempt('列表打不开', () => list(trx, resource, caller))
      if (screen.table.derived) return
      const id = await attempt('记录存不进去', () => save(trx, resource, caller))
      await attempt('表单打不开', () => storedRecord(trx, resource, { ...caller, rules: () => [] }, id))
    })
    return []
  } catch (error) {
    return [error instanceof SmokeFault ? error.message : `表改不了：${databaseText(error)}`]
  }
}

async function list(trx: Trx, resource: Resource, caller: Caller): Promise<void> {
  const { table, softDelete, columns, screen } = resource
  const always = caller.rules(resource)
  const source = { table, softDelete, columns: [...columns.values()], always, isAlone: true }
  const request = readListRequest({ pageSize: '1' }, columns, screen.list?.sort ?? '-createTime')
  // Other connections, which count rows, would wait for the locks of this transaction.
  const columnRefs = sql.join(source.columns.map(({ ref }) => ref))
  await sql`select ${columnRefs} ${fromSorted(source, request)} limit 1`.execute(trx)
}

/**
 * Lets required fields be empty in the blank record: a table that existed before may demand values in their columns, which
 * a saved record has. Those of a primary key are required, too.
 */
async function allowBlank(trx: Trx, table: string, fields: readonly Field[]): Promise<void> {
  const required = fields
    .filter(({ validateRules = [] }) => validateRules.some((rule) => rule.required))
    .map((field) => getColumnName(field))
  const keys = await sql<{ name: string }>`
    select conname as name from pg_constraint c
    where conrelid = to_regclass(quote_ident(${table})) and contype = 'p' and exists (
      select 1 from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        and a.attname = any(${required}))`.execute(trx)
  for (const { name } of keys.rows)
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)} cascade`.execute(trx)
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(quote_ident(${table})) and attnotnull and attname = any(${required})`.execute(
    trx,
  )
  for (const { name } of rows)
    await sql`alter table ${sql.id(table)} alter column ${sql.id(name)} drop not null`.execute(trx)
}

/** Saves a record without the checks of a form, which a blank one does not pass. Returns its id. */
async function save(trx: Trx, resource: Resource, caller: Caller): Promise<string> {
  const { screen } = resource
  const env = caller.env('add')
  const id = newId(screen.table.id)
  await allowBlank(trx, resource.table, screen.fields)
  for (const { table, field } of resource.details) await allowBlank(trx, table, field.fields)
  const rows = resource.details.map((detail) => ({ detail, row: newRow(screen, detail.field, env) }))
  const blank: Values = {
    ...newRecord(screen, env),
    ...Object.fromEntries(rows.map(({ detail, row }) => [detail.key, [row]])),
  }
  const values = resource.formulas.computeAll(blank, env)
  const head = await insertRecord(
    trx,
    resource,
    { id, values, extra: tenantValues(resource, caller.user) },
    [],
    caller.stamp(env),
    env.now,
  )
  for (const { detail } of rows) {
    const computed = (values[detail.key] as Values[] | undefined) ?? []
    await insertDetail(trx, resource, detail, head ?? { ...values, id }, computed, caller, env)
  }
  return id
}
