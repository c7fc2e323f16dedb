import { sql } from 'kysely'
import type { Field } from '#runtime/schema/types.ts'
import { tenantColumn } from '../../documents/plan/tables.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { tenantRule } from '../access/tenant-rule.ts'
import type { Caller } from '../caller.ts'
import type { RecordAuthor, RecordEvent } from '../events.ts'
import { and } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { comparedText, matchAny, readComparedText } from '../query/same-value.ts'
import { readHeads, type Values, withAllDetails } from '../read/record.ts'
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

/**
 * The values that these fields have of the referenced records, in their order, by the reference. Removed records have none. Records
 * that are locked are changed by no other transaction before the commit.
 */
async function readSource(
  db: Db,
  fields: readonly FollowField[],
  { field, source }: Followed,
  references: ReadonlySet<string>,
  tenantId: number,
  isLocked = false,
): Promise<Map<string, unknown[]>> {
  if (references.size === 0) return new Map()
  const key = needColumn(source.columns, field.follow.key ?? 'id')
  const values = fields.map(({ follow }) => needColumn(source.columns, follow.value))
  const where = and([matchAny(key, [...references]), ...isLive(source), ...tenantRule(source, { tenantId })])
  const { rows } = await sql<Values>`
    select ${comparedText(key)} as "#key", ${sql.join(values.map(({ ref }, at) => sql`${ref} as ${sql.id(`#${at}`)}`))}
    from ${sql.id(source.table)} as t where ${where} order by t.id ${sql.raw(isLocked ? 'for share' : '')}`.execute(
    db,
  )
  // Of several records with this key, the first one counts.
  return new Map(
    rows.reverse().map((row) => [String(row['#key']), values.map(({ fromDb }, at) => fromDb(row[`#${at}`]))]),
  )
}

/** Fields in their order, those together that have values of the same record. */
export function groupByRecord(entries: readonly Followed[]): [first: Followed, ...others: Followed[]][] {
  const groups: [Followed, ...Followed[]][] = []
  const nameRecord = ({ field: { follow } }: Followed) =>
    JSON.stringify([follow.screen, follow.field, follow.key ?? 'id'])
  for (const entry of entries) {
    const last = groups.at(-1)
    // Only neighbours: a field between them may be the reference of the next one.
    if (last && nameRecord(last[0]) === nameRecord(entry)) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** The reference of a row by which this field finds its record; '' where there is none. */
export function getReference({ field: { follow }, source }: Followed, row: Readonly<Values>): string {
  return readComparedText(row[follow.field], needColumn(source.columns, follow.key ?? 'id').type)
}

/** The rows of one level with the values that these fields have of other records. */
export async function fillRows(
  db: Db,
  entries: readonly Followed[],
  rows: readonly Values[],
  tenantId: number,
  isLocked = false,
): Promise<Values[]> {
  const filled = rows.map((row) => ({ ...row }))
  for (const group of groupByRecord(entries)) {
    const fields = group.map(({ field }) => field)
    const [first] = group
    const references = new Set(filled.map((row) => getReference(first, row)).filter((text) => text !== ''))
    const values = await readSource(db, fields, first, references, tenantId, isLocked)
    for (const row of filled) {
      const found = values.get(getReference(first, row))
      for (const [at, { key }] of fields.entries()) row[key] = found?.[at] ?? null
    }
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
    const parents = filled.filter((record) => ofRows.length > 0 && Array.isArray(record[key]))
    const rows = await fillRows(
      db,
      ofRows,
      parents.flatMap((record) => record[key] as Values[]),
      tenantId,
    )
    let at = 0
    for (const record of parents) {
      const { length } = record[key] as Values[]
      record[key] = rows.slice(at, at + length)
      at += length
    }
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
 * Makes the following fields of the records true whose ids these are, and the formulas that read them or the fields `written` before.
 * Returns the ids of the records that changed, and the others, which were read. Their revision stays: nobody has edited them.
 */
export async function recomputeFollowed(
  trx: Trx,
  documents: SearchedDocuments,
  target: Resource,
  ids: readonly string[],
  env: RecomputeEnv,
  written: readonly string[] = [],
): Promise<{ changed: string[]; unchanged: Values[] }> {
  if (ids.length === 0) return { changed: [], unchanged: [] }
  const tenant = target.isTenantBound ? sql.id(tenantColumn) : sql`0`
  const { rows } = await sql<{ id: string; tenant: number }>`
    select id, ${tenant} as tenant from ${sql.id(target.table)} where id = any(${[...ids]})
    order by id for update`.execute(trx)
  const nodes = listOfTable(documents, target).map(({ detail, field }) => nodeOfField(detail?.key, field.key))
  const reached = listReached(target, [...nodes, ...written])
  const changed: string[] = []
  const read: Values[] = []
  for (const tenantId of new Set(rows.map((row) => Number(row.tenant)))) {
    const found = rows.filter((row) => Number(row.tenant) === tenantId).map(({ id }) => id)
    const records = await readStored(trx, target, found)
    read.push(...records)
    const filled = await fillRecords(trx, documents, target, records, tenantId)
    const pairs = records.map((stored, at) => ({ stored, filled: filled[at] ?? stored }))
    changed.push(...(await writeReached(trx, target, pairs, reached, env)))
  }
  const rewritten = new Set(changed)
  return { changed, unchanged: read.filter(({ id }) => !rewritten.has(String(id))) }
}

/** Records with their details, removed ones included: they may be restored. */
export const readStored = async (trx: Trx, target: Resource, ids: readonly string[]): Promise<Values[]> =>
  ids.length === 0
    ? []
    : await withAllDetails(trx, target, await readHeads(trx, { ...target, softDelete: false }, ids, []))

/**
 * Makes the following fields and the formulas true of records that were written without an event; returns these records as they are
 * afterwards, null where the screen has neither.
 */
export async function keepFollowing(
  trx: Trx,
  documents: SearchedDocuments,
  target: Resource,
  ids: readonly string[],
  env: RecomputeEnv,
): Promise<Values[] | null> {
  if (!hasFollowed(target) && !target.screen.fields.some(({ compute }) => compute !== undefined)) return null
  const written = target.screen.fields.map(({ key }) => key)
  const { changed, unchanged } = await recomputeFollowed(trx, documents, target, ids, env, written)
  return [...unchanged, ...(await readStored(trx, target, changed))]
}

/** The records whose reference has one of these values, deleted ones included: they may be restored. */
async function findFollowing(db: Db, { field, target, detail }: Followed, values: readonly string[]) {
  if (values.length === 0) return []
  const column = needColumn((detail ?? target).columns, field.follow.field)
  const isNamed = matchAny({ ref: sql.ref(`t.${column.name}`), type: column.type }, values)
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

/** Whether a change has written these fields, or what they refer to; a move leaves the rows of its record as they are. */
function mayDiffer(
  change: Exclude<RecordEvent, { type: 'record.removed' }>,
  entries: readonly Followed[],
): boolean {
  const { before, after } = change
  if (!before) return true
  return entries.some(({ field, detail }) =>
    (detail ? [detail.key] : [field.key, field.follow.field]).some((key) => before[key] !== after[key]),
  )
}

/** Makes the following fields of these records true. Returns the changes of those that have changed. */
export async function followAgain(
  trx: Trx,
  documents: SearchedDocuments,
  target: Resource,
  ids: readonly string[],
  by: RecordAuthor,
): Promise<RecordEvent[]> {
  const env = { user: by, now: currentTime() }
  const { changed } = await recomputeFollowed(trx, documents, target, ids, env)
  return (await readStored(trx, target, changed)).map((after) => ({
    type: 'record.saved',
    screen: target.screen.id,
    id: String(after.id),
    by,
    before: after,
    after,
  }))
}

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
    const entries = followed.filter((each) => each.target === target)
    for (const change of changes)
      if (
        change.type !== 'record.removed' &&
        tableAt(change.screen) === target.table &&
        mayDiffer(change, entries)
      )
        ids.add(change.id)
    for (const entry of entries) {
      const key = entry.field.follow.key ?? 'id'
      const states = changes
        .filter(({ screen }) => tableAt(screen) === entry.source.table)
        .flatMap((change) =>
          listStates(change).map((state) => readText(key === 'id' ? change.id : state[key])),
        )
      const values = [...new Set(states)].filter((text) => text !== '')
      for (const id of await findFollowing(trx, entry, values)) ids.add(id)
    }
    next.push(...(await followAgain(trx, documents, target, [...ids].sort(), by)))
  }
  return next
}
