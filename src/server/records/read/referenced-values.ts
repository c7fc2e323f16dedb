import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Caller } from '../caller.ts'
import { and } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { getResource, isReadable, type Resource } from '../resource.ts'
import type { ReadServices } from '../services.ts'
import { maskColumns } from './masks.ts'

type Referencing = Field & { from: NonNullable<Field['from']> }

/** The fields that show values of other screens' records, which the user may read. */
const referencing = (fields: readonly Field[], caller: Caller): Referencing[] =>
  fields.filter((field): field is Referencing => field.from !== undefined && isReadable(field, caller.can))

/** Fields with the same reference to the same screen: one query reads them. */
function bySource(fields: readonly Referencing[]): Map<string, Referencing[]> {
  const groups = new Map<string, Referencing[]>()
  for (const field of fields) {
    const { screen, field: reference, key = 'id' } = field.from
    const group = [screen, reference, key].join(' ')
    groups.set(group, [...(groups.get(group) ?? []), field])
  }
  return groups
}

/**
 * Sets the values that records show of the records which they refer to, with one query for each reference. The rights
 * of the other screen apply: rows that its rules hide and columns without their right yield no value.
 */
export async function addReferencedValues(
  { documents }: Pick<ReadServices, 'documents'>,
  db: Db,
  caller: Caller,
  fields: readonly Field[],
  records: readonly Record<string, unknown>[],
): Promise<void> {
  for (const group of bySource(referencing(fields, caller)).values()) {
    const [first] = group
    if (!first) continue
    const { from } = first
    const entry = documents.screen(from.screen)
    const source = entry && getResource(entry.document, entry.documentHash, fieldValues)
    const found = source
      ? await readSource(db, source, caller, from, group, records)
      : new Map<string, undefined>()
    for (const record of records) {
      const row = found.get(String(record[from.field] ?? ''))
      for (const field of group) record[field.key] = row?.[field.key] ?? null
    }
  }
}

/** The values of the referenced records under the keys of the fields, by the value of the reference. */
async function readSource(
  db: Db,
  source: Resource,
  caller: Caller,
  from: Referencing['from'],
  group: readonly Referencing[],
  records: readonly Record<string, unknown>[],
): Promise<Map<string, Record<string, unknown>>> {
  const { field: reference, key = 'id' } = from
  const sourceColumns = maskColumns(source.columns, source.screen, caller.can)
  const identity = sourceColumns.get(key)
  const visible = group.flatMap((field) => {
    const column = sourceColumns.get(field.from.value)
    return column && isReadable(column.field, caller.can) ? [{ field, column }] : []
  })
  const values = new Set(records.flatMap((record) => (record[reference] ? [String(record[reference])] : [])))
  if (!identity || !isReadable(identity.field, caller.can) || visible.length === 0 || values.size === 0)
    return new Map()
  const columns = visible.map(({ column }, at) => sql`${column.ref} as ${sql.id(`value${at}`)}`)
  const where = and([
    sql`${identity.ref}::text = any(${[...values]})`,
    ...isLive(source),
    ...caller.rules(source),
  ])
  const { rows } = await sql<Record<string, unknown>>`
    select ${identity.ref}::text as "#key", ${sql.join(columns)} from ${sql.id(source.table)} as t where ${where}`.execute(
    db,
  )
  return new Map(
    rows.map((row) => [
      String(row['#key']),
      Object.fromEntries(
        visible.map(({ field, column }, at) => [field.key, column.fromDb(row[`value${at}`])]),
      ),
    ]),
  )
}

/**
 * The values that a list shows of other records as columns for conditions, orders and sums, by the keys of their fields: each is
 * an expression over the other table, under the rights of its screen.
 */
export function referencedColumns(
  { documents }: Pick<ReadServices, 'documents'>,
  caller: Caller,
  fields: readonly Field[],
  columns: ReadonlyMap<string, Column>,
): Map<string, Column> {
  return new Map(
    referencing(fields, caller).flatMap((field): [string, Column][] => {
      const { screen, field: reference, key = 'id', value } = field.from
      const entry = documents.screen(screen)
      const source = entry && getResource(entry.document, entry.documentHash, fieldValues)
      const sourceColumns = source && maskColumns(source.columns, source.screen, caller.can)
      const [owner, identity, target] = [
        columns.get(reference),
        sourceColumns?.get(key),
        sourceColumns?.get(value),
      ]
      if (!source || !owner || !identity || !target) return []
      if (!isReadable(identity.field, caller.can) || !isReadable(target.field, caller.can)) return []
      const where = and([...isLive(source), ...caller.rules(source)])
      const ref = sql`(select x.v from (
        select ${identity.ref}::text as k, ${target.ref} as v from ${sql.id(source.table)} as t where ${where}) as x
        where x.k = ${owner.ref}::text limit 1)`
      const column = {
        ...target,
        key: field.key,
        ref,
        hasTriples: false,
        pinyin: undefined,
        readsOthers: true,
      }
      return [[field.key, column]]
    }),
  )
}

/** Sets the values of other records in a record and the rows of its detail tables. */
export async function addReferencedOfRecord(
  services: Pick<ReadServices, 'documents'>,
  db: Db,
  caller: Caller,
  { screen, details }: Resource,
  record: Record<string, unknown>,
): Promise<void> {
  await addReferencedValues(services, db, caller, screen.fields, [record])
  for (const { key, field } of details) {
    const rows = record[key]
    if (Array.isArray(rows)) await addReferencedValues(services, db, caller, field.fields, rows)
  }
}
