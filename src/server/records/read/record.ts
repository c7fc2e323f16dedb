import { sql } from 'kysely'
import { canInState } from '#runtime/schema/field-rights.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Can } from '../body.ts'
import { and, type Sql } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { type DetailResource, isReadable, type Resource } from '../resource.ts'
import { maskValues } from './masks.ts'
import { toWire } from './wire.ts'

export type Values = Record<string, unknown>

/** Whether a text can be the id of a record; entries of the menu have the ids of documents and permission codes. */
export const isRecordId = (text: string): boolean => /^[A-Za-z0-9_:./-]{1,200}$/.test(text)

const select = (columns: Iterable<Column>): Sql => sql.join([...columns].map((column) => column.ref))

/** The head with all its columns, or undefined when it is unknown, deleted, or hidden by rules, without distinction. */
export async function readHead(
  db: Db,
  resource: Resource,
  id: string,
  rules: readonly Sql[],
  lock = false,
): Promise<Values | undefined> {
  const [head] = await readHeads(db, resource, [id], rules, lock)
  return head
}

/** Several heads in the order of their ids, so that two requests lock them in the same order. */
export async function readHeads(
  db: Db,
  resource: Resource,
  ids: readonly string[],
  rules: readonly Sql[],
  lock = false,
): Promise<Values[]> {
  const where = and([sql`t.id in (${sql.join(ids)})`, ...isLive(resource), ...rules])
  const { rows } = await sql<Values>`
    select ${select(resource.columns.values())} from ${sql.id(resource.table)} as t where ${where}
    order by t.id ${sql.raw(lock ? 'for update' : '')}`.execute(db)
  return rows.map((row) => toWire(row, resource.columns.values()))
}

/** The rows of a detail table under each of these heads, with all their columns, in order. */
async function readRowsUnder(
  db: Db,
  detail: DetailResource,
  heads: readonly Values[],
): Promise<ReadonlyMap<Values, Values[]>> {
  const order = detail.order
    ? sql`t.${sql.id(detail.order.name)}, t.create_time, t.id`
    : sql`t.create_time, t.id`
  const position =
    detail.order && !detail.columns.has(detail.order.key) ? sql`, t.${sql.id(detail.order.name)}` : sql``
  const master = sql`t.${sql.id(detail.fk)}`
  const references = heads.map((head) => head[detail.ref])
  const { rows } = await sql<Values>`
    select ${select(detail.columns.values())}${position}, ${master}::text as "#master"
    from ${sql.id(detail.table)} as t where ${master} in (${sql.join(references)}) order by ${order}`.execute(
    db,
  )
  const byMaster = new Map<string, Values[]>()
  for (const row of rows) {
    const record = toWire(row, detail.columns.values())
    if (detail.order) record[detail.order.key] ??= row[detail.order.name] ?? null
    const master = String(row['#master'])
    const group = byMaster.get(master)
    if (group) group.push(record)
    else byMaster.set(master, [record])
  }
  return new Map(heads.map((head) => [head, byMaster.get(String(head[detail.ref])) ?? []]))
}

/** A detail table's rows with all their columns, in order. */
export const readRows = async (db: Db, detail: DetailResource, head: Values): Promise<Values[]> =>
  (await readRowsUnder(db, detail, [head])).get(head) ?? []

/** The record with all its details inline. */
export async function withDetails(db: Db, resource: Resource, head: Values): Promise<Values> {
  const [record = head] = await withAllDetails(db, resource, [head])
  return record
}

/** The records in the order of their heads, with all their details inline; one statement reads a detail table of all of them. */
export async function withAllDetails(
  db: Db,
  resource: Resource,
  heads: readonly Values[],
): Promise<Values[]> {
  const records = heads.map((head) => ({ ...head }))
  if (heads.length === 0) return records
  for (const detail of resource.details) {
    const rows = await readRowsUnder(db, detail, heads)
    for (const [at, head] of heads.entries())
      Object.assign(records[at] ?? {}, { [detail.key]: rows.get(head) })
  }
  return records
}

/** The values that this user may read, masked ones as masked texts; `screen` names the right that lifts the masks. */
export const readableValues = (
  values: Values,
  columns: ReadonlyMap<string, Column>,
  screen: Resource['screen'],
  can: Can,
): Values => {
  const readable = Object.entries(values).filter(([key]) => isReadable(columns.get(key)?.field ?? null, can))
  return maskValues(Object.fromEntries(readable), columns, screen, can)
}

/** The record without the values that this user may not read in its state, or in that of `present`. */
export function visibleTo(resource: Resource, record: Values, canAlways: Can, present = record): Values {
  const { screen } = resource
  const can = canInState(canAlways, screen, present)
  const visible = readableValues(record, resource.columns, screen, can)
  for (const { key, field, columns } of resource.details) {
    const rows = visible[key]
    // Rows that are saved separately have a list of their own, with a right of its own.
    if (field.own || !isReadable(field, can)) delete visible[key]
    else if (Array.isArray(rows))
      visible[key] = rows.map((row: Values) => readableValues(row, columns, screen, can))
  }
  return visible
}
