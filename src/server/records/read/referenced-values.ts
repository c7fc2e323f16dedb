import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Caller } from '../caller.ts'
import { and } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { readValue } from '../query/read-value.ts'
import { comparable, comparedText, matchAny, readComparedText } from '../query/same-value.ts'
import { getResource, isReadable, type Resource } from '../resource.ts'
import type { ReadServices } from '../services.ts'
import { maskColumns } from './masks.ts'

type Referencing = Field & { from: NonNullable<Field['from']> }

/** Whether a field shows values of other screens' records, which the user may read. */
export const isReferencing = (field: Field, caller: Pick<Caller, 'can'>): field is Referencing =>
  field.from !== undefined && isReadable(field, caller.can)

const referencing = (fields: readonly Field[], caller: Caller): Referencing[] =>
  fields.filter((field) => isReferencing(field, caller))

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
    const find = source ? await readSource(db, source, caller, from, group, records) : findNothing
    for (const record of records) {
      const row = find(record[from.field])
      for (const field of group) record[field.key] = row?.[field.key] ?? null
    }
  }
}

/** The values of a referenced record under the keys of the fields, by the value of the reference. */
type FindRow = (reference: unknown) => Record<string, unknown> | undefined

const findNothing: FindRow = () => undefined

/** Reads the referenced records of these records. */
async function readSource(
  db: Db,
  source: Resource,
  caller: Caller,
  from: Referencing['from'],
  group: readonly Referencing[],
  records: readonly Record<string, unknown>[],
): Promise<FindRow> {
  const { field: reference, key = 'id' } = from
  const sourceColumns = maskColumns(source.columns, source.screen, caller.can)
  const identity = sourceColumns.get(key)
  const visible = group.flatMap((field) => {
    const column = sourceColumns.get(field.from.value)
    return column && isReadable(column.field, caller.can) ? [{ field, column }] : []
  })
  const values = new Set(records.flatMap((record) => (record[reference] ? [String(record[reference])] : [])))
  if (!identity || !isReadable(identity.field, caller.can) || visible.length === 0 || values.size === 0)
    return findNothing
  const columns = visible.map(({ column }, at) => sql`${column.ref} as ${sql.id(`value${at}`)}`)
  const where = and([matchAny(identity, [...values]), ...isLive(source), ...caller.rules(source)])
  const { rows } = await sql<Record<string, unknown>>`
    select ${comparedText(identity)} as "#key", ${sql.join(columns)} from ${sql.id(source.table)} as t where ${where}`.execute(
    db,
  )
  const found = new Map(
    rows.map((row) => [
      String(row['#key']),
      Object.fromEntries(
        visible.map(({ field, column }, at) => [field.key, column.fromDb(row[`value${at}`])]),
      ),
    ]),
  )
  return (reference) => found.get(readComparedText(reference, identity.type))
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
      const { screen, field: ownerKey, key: identityKey = 'id', value } = field.from
      const entry = documents.screen(screen)
      const source = entry && getResource(entry.document, entry.documentHash, fieldValues)
      const sourceColumns = source && maskColumns(source.columns, source.screen, caller.can)
      const [owner, identity, target] = [
        columns.get(ownerKey),
        sourceColumns?.get(identityKey),
        sourceColumns?.get(value),
      ]
      if (!source || !owner || !identity || !target) return []
      if (!isReadable(identity.field, caller.can) || !isReadable(target.field, caller.can)) return []
      const where = and([...isLive(source), ...caller.rules(source)])
      const [key, reference] = comparable(identity, owner)
      const ref = sql`(select x.v from (
        select ${key} as k, ${readValue(target)} as v from ${sql.id(source.table)} as t where ${where}) as x
        where x.k = ${reference} limit 1)`
      const column = {
        ...target,
        key: field.key,
        ref,
        // A blank switch of the other record is off; without another record there is no switch.
        kind: target.kind?.is === 'flag' ? { ...target.kind, blank: null } : target.kind,
        fromDb: (raw: unknown) => (isBlank(raw) ? null : target.fromDb(raw)),
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
