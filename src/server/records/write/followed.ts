import { sql } from 'kysely'
import type { Field } from '#runtime/schema/types.ts'
import { tenantColumn } from '../../documents/plan/tables.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { tenantRule } from '../access/tenant-rule.ts'
import type { Caller } from '../caller.ts'
import type { RecordEvent } from '../events.ts'
import { and } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { readHead, readHeads, type Values, withDetails } from '../read/record.ts'
import { listReached, nodeOfField, type RecomputeEnv, writeReached } from '../recompute.ts'
import { type DetailResource, isReadable, needColumn, type Resource } from '../resource.ts'
import { type SearchedDocuments, searchScreens } from '../screen-search.ts'

type FollowField = Field & { follow: NonNullable<Field['follow']> }

/** A field that has the value of the record to which another field refers. */
export interface Followed {
  field: FollowField
  /** The screen of the field, and its detail table; null: the head. */
  target: Resource
  detail: DetailResource | null
  source: Resource
}

const isFollow = (field: Field): field is FollowField => field.follow !== undefined

/** The following fields of all screens. */
export const listFollowed = searchScreens((target, openScreen): Followed[] => {
  const find = (fields: readonly Field[], detail: DetailResource | null): Followed[] =>
    fields.filter(isFollow).flatMap((field) => {
      const source = openScreen(field.follow.screen)
      return source ? [{ field, target, detail, source }] : []
    })
  return [
    ...find(target.screen.fields, null),
    ...target.details.flatMap((detail) => find(detail.field.fields, detail)),
  ]
})

/** Whether a screen has fields with values of other records. */
export const hasFollowed = ({ screen, details }: Pick<Resource, 'screen' | 'details'>): boolean =>
  [...screen.fields, ...details.flatMap(({ field }) => field.fields)].some(isFollow)

const listOfTable = (documents: SearchedDocuments, { table }: Pick<Resource, 'table'>): Followed[] =>
  listFollowed(documents).filter(({ target }) => target.table === table)

const readText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** The values of the referenced records by the reference. Removed records have none. */
async function readSource(
  db: Db,
  { field, source }: Followed,
  references: ReadonlySet<string>,
  tenantId: number,
): Promise<Map<string, unknown>> {
  if (references.size === 0) return new Map()
  const key = needColumn(source.columns, field.follow.key ?? 'id')
  const value = needColumn(source.columns, field.follow.value)
  const where = and([
    sql`${key.ref}::text = any(${[...references]})`,
    ...isLive(source),
    ...tenantRule(source, { tenantId }),
  ])
  const { rows } = await sql<{ key: string; value: unknown }>`
    select ${key.ref}::text as key, ${value.ref} as value from ${sql.id(source.table)} as t where ${where}
    order by t.id desc`.execute(db)
  return new Map(rows.map((row) => [row.key, value.fromDb(row.value)]))
}

/** The rows of one level with the values that these fields have of other records. */
async function fillRows(
  db: Db,
  entries: readonly Followed[],
  rows: readonly Values[],
  tenantId: number,
): Promise<Values[]> {
  let filled = [...rows]
  for (const entry of entries) {
    const { key, follow } = entry.field
    const getReference = (row: Values): string => readText(row[follow.field])
    const references = new Set(filled.map(getReference).filter((text) => text !== ''))
    const values = await readSource(db, entry, references, tenantId)
    filled = filled.map((row) => ({ ...row, [key]: values.get(getReference(row)) ?? null }))
  }
  return filled
}

/** The record with the values that its fields have of other records; formulas are computed afterwards. */
export async function fillFollowed(
  db: Db,
  documents: SearchedDocuments,
  resource: Resource,
  record: Values,
  tenantId = 0,
): Promise<Values> {
  return (await fillRecords(db, documents, resource, [record], tenantId))[0] ?? record
}

/** The same for several records. */
async function fillRecords(
  db: Db,
  documents: SearchedDocuments,
  resource: Resource,
  records: readonly Values[],
  tenantId: number,
): Promise<Values[]> {
  const entries = listOfTable(documents, resource)
  if (entries.length === 0) return [...records]
  const ofHead = entries.filter(({ detail }) => detail === null)
  const filled = await fillRows(db, ofHead, records, tenantId)
  for (const { key } of resource.details) {
    const ofRows = entries.filter(({ detail }) => detail?.key === key)
    if (ofRows.length === 0) continue
    for (const record of filled)
      if (Array.isArray(record[key])) record[key] = await fillRows(db, ofRows, record[key], tenantId)
  }
  return filled
}

/**
 * The values that the fields of the head, or of the detail table of this key, have for these references. The value is shown under
 * the rights of the field, not under those of the other screen.
 */
export const readFollowed = (
  db: Db,
  documents: SearchedDocuments,
  {
    resource,
    detail,
    caller,
  }: { resource: Resource; detail: string | undefined; caller: Pick<Caller, 'can' | 'user'> },
  rows: readonly Values[],
  field: string,
): Promise<Values[]> =>
  fillRows(
    db,
    listOfTable(documents, resource).filter(
      (entry) =>
        entry.detail?.key === detail &&
        entry.field.follow.field === field &&
        isReadable(entry.field, caller.can),
    ),
    rows,
    caller.user.tenantId ?? 0,
  )

/**
 * Makes the following fields of the records true whose ids these are, and the formulas that read them. Returns the ids of the
 * records that changed. Their revision stays: nobody has edited them.
 */
export async function recomputeFollowed(
  trx: Trx,
  documents: SearchedDocuments,
  target: Resource,
  ids: readonly string[],
  env: RecomputeEnv,
): Promise<string[]> {
  if (ids.length === 0) return []
  const tenant = target.isTenantBound ? sql.id(tenantColumn) : sql`0`
  const { rows } = await sql<{ id: string; tenant: number }>`
    select id, ${tenant} as tenant from ${sql.id(target.table)} where id = any(${[...ids]})
    order by id for update`.execute(trx)
  const nodes = listOfTable(documents, target).map(({ detail, field }) => nodeOfField(detail?.key, field.key))
  const reached = listReached(target, nodes)
  const changed: string[] = []
  for (const tenantId of new Set(rows.map((row) => Number(row.tenant)))) {
    const found = rows.filter((row) => Number(row.tenant) === tenantId).map(({ id }) => id)
    const heads = await readHeads(trx, { ...target, softDelete: false }, found, [])
    const stored: Values[] = []
    for (const head of heads) stored.push(await withDetails(trx, target, head))
    const filled = await fillRecords(trx, documents, target, stored, tenantId)
    for (const [at, record] of stored.entries())
      if (await writeReached(trx, target, { stored: record, filled: filled[at] ?? record }, reached, env))
        changed.push(String(record.id))
  }
  return changed
}

/** The records whose reference has one of these values, deleted ones included: they may be restored. */
async function findFollowing(db: Db, { field, target, detail }: Followed, values: readonly string[]) {
  if (values.length === 0) return []
  const column = needColumn((detail ?? target).columns, field.follow.field)
  const isNamed = sql`t.${sql.id(column.name)}::text = any(${[...values]})`
  const { rows } = detail
    ? await sql<{ id: string }>`
        select distinct h.id from ${sql.id(detail.table)} as t join ${sql.id(target.table)} as h
        on t.${sql.id(detail.fk)} = h.${sql.id(needColumn(target.columns, detail.ref).name)} where ${isNamed}`.execute(
        db,
      )
    : await sql<{ id: string }>`select t.id from ${sql.id(target.table)} as t where ${isNamed}`.execute(db)
  return rows.map(({ id }) => id)
}

const listStates = (event: RecordEvent): Values[] => [
  ...('before' in event && event.before ? [event.before] : []),
  ...('after' in event ? [event.after] : []),
]

/** Keeps the following fields true that the changes concern. Returns the changes of the records that follow. */
export async function keepFollowed(
  trx: Trx,
  documents: SearchedDocuments,
  changes: readonly RecordEvent[],
): Promise<RecordEvent[]> {
  const followed = listFollowed(documents)
  const by = changes[0]?.by
  if (followed.length === 0 || !by) return []
  const tableAt = (screen: string) => documents.screen(screen)?.document.table.name
  const next: RecordEvent[] = []
  for (const target of new Set(followed.map((entry) => entry.target))) {
    const ids = new Set<string>()
    for (const { type, screen, id } of changes)
      if (type !== 'record.removed' && tableAt(screen) === target.table) ids.add(id)
    for (const entry of followed.filter((each) => each.target === target)) {
      const key = entry.field.follow.key ?? 'id'
      const states = changes
        .filter(({ screen }) => tableAt(screen) === entry.source.table)
        .flatMap((change) =>
          listStates(change).map((state) => readText(key === 'id' ? change.id : state[key])),
        )
      const values = [...new Set(states)].filter((text) => text !== '')
      for (const id of await findFollowing(trx, entry, values)) ids.add(id)
    }
    const env = { user: by, now: new Date() }
    for (const id of await recomputeFollowed(trx, documents, target, [...ids].sort(), env)) {
      const head = await readHead(trx, { ...target, softDelete: false }, id, [])
      if (!head) continue
      const after = await withDetails(trx, target, head)
      next.push({ type: 'record.saved', screen: target.screen.id, id, by, before: after, after })
    }
  }
  return next
}
