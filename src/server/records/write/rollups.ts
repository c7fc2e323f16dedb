import { type RawBuilder, sql } from 'kysely'
import { parseExpression } from '#runtime/kernel/expression.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Column } from '../../documents/plan/column.ts'
import { tenantColumn, typeText } from '../../documents/plan/tables.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { compileWhere } from '../access/row-rules.ts'
import type { RecordEvent } from '../events.ts'
import { and, type Sql } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { comparable, matchAny } from '../query/same-value.ts'
import type { Values } from '../read/record.ts'
import { listReached, nodeOfField, type RecomputeEnv, writeReached } from '../recompute.ts'
import { type DetailResource, listAliased, needColumn, type Resource } from '../resource.ts'
import { type SearchedDocuments, searchScreens } from '../screen-search.ts'
import { keepFollowed, listFollowed, readStored } from './followed.ts'

type RollupField = Field & { rollup: NonNullable<Field['rollup']> }

/** A field that sums up other records, with what the statement needs. */
export interface Rollup {
  field: RollupField
  /** The screen of the field. */
  target: Resource
  /** The detail table of the field; null: it is in the head. */
  rows: DetailResource | null
  source: Resource
  /** The detail table whose rows are summed up; null: the records of `source`. */
  detail: DetailResource | null
}

const isRollup = (field: Field): field is RollupField => field.rollup !== undefined

/** The roll-ups of all screens. */
export const listRollups = searchScreens((target, openScreen): Rollup[] => {
  const find = (fields: readonly Field[], rows: DetailResource | null): Rollup[] =>
    fields.filter(isRollup).flatMap((field) => {
      const source = openScreen(field.rollup.screen)
      if (!source) return []
      const detail = source.details.find(({ key }) => key === field.rollup.detail) ?? null
      return (field.rollup.detail === undefined) === (detail === null)
        ? [{ field, target, rows, source, detail }]
        : []
    })
  return [
    ...find(target.screen.fields, null),
    ...target.details.flatMap((rows) => find(rows.field.fields, rows)),
  ]
})

/** Whether rows of this detail table are summed up anywhere, so that a removal has to tell them. */
export const areRowsRolledUp = (documents: SearchedDocuments, { table }: Resource): boolean =>
  listRollups(documents).some(({ source, detail }) => detail !== null && source.table === table)

/** The key of the target's records, or of its rows, that the source stores. */
const keyColumn = ({ field, target, rows }: Rollup): Column =>
  needColumn((rows ?? target).columns, field.rollup.key ?? 'id')

/** The value of a roll-up for the record `q`, or for the row `q` of the record `h`. */
function compileValue(rollup: Rollup): Sql {
  const { field, source, detail, target } = rollup
  const { how, value, where, field: reference } = field.rollup
  const rows = new Map(listAliased(detail ? detail.columns : source.columns, detail ? 'd' : 't'))
  const readable = detail ? new Map([...rows, ...listAliased(source.columns, 't', 'form.')]) : rows
  const read = parseExpression(where ?? 'true')
  // The two columns may have texts of different lengths, numbers of different scales, or a number and its text.
  const key = keyColumn(rollup)
  const compared = comparable(needColumn(rows, reference), { ref: sql.ref(`q.${key.name}`), type: key.type })
  const conditions: Sql[] = [
    sql.join(compared, sql` = `),
    ...isLive(source),
    ...(read.ok && where !== undefined ? [compileWhere(read.value.node, readable)] : []),
  ]
  if (source.isTenantBound && target.isTenantBound)
    conditions.push(
      sql`${sql.ref(`t.${tenantColumn}`)} = ${sql.ref(`${rollup.rows ? 'h' : 'q'}.${tenantColumn}`)}`,
    )
  const summed = value === undefined ? null : needColumn(rows, value).ref
  const result: RawBuilder<unknown> = {
    count: () => sql`count(*)`,
    sum: () => sql`coalesce(sum(${summed}), 0)`,
    max: () => sql`max(${summed})`,
    min: () => sql`min(${summed})`,
  }[how]()
  const from = detail
    ? sql`${sql.id(detail.table)} as d join ${sql.id(source.table)} as t on d.${sql.id(detail.fk)} = ${needColumn(new Map(listAliased(source.columns, 't')), detail.ref).ref}`
    : sql`${sql.id(source.table)} as t`
  return sql`(select ${result} from ${from} where ${and(conditions)})`
}

/** The column by which the statement finds the records that refer to one. */
export function findRollupColumn(rollup: Rollup): { table: string; column: string } {
  const { field, source, detail } = rollup
  const column = needColumn((detail ?? source).columns, field.rollup.field)
  return { table: (detail ?? source).table, column: column.name }
}

/**
 * Computes roll-ups of the records anew whose ids these are, and the formulas that read them. Returns the ids of the records that
 * changed. The records are locked first, so that a later statement sees what others have committed in the meantime. Their
 * revision stays: nobody has edited them.
 */
export async function recomputeRollups(
  trx: Trx,
  target: Resource,
  rollups: readonly Rollup[],
  ids: readonly string[],
  env: RecomputeEnv,
): Promise<string[]> {
  if (ids.length === 0) return []
  await sql`select 1 from ${sql.id(target.table)} where id = any(${ids}) order by id for update`.execute(trx)
  const changed = new Set<string>()
  for (const rows of new Set(rollups.map((rollup) => rollup.rows)))
    for (const id of await updateLevel(
      trx,
      target,
      rows,
      rollups.filter((rollup) => rollup.rows === rows),
      ids,
    ))
      changed.add(id)
  const nodes = rollups.map(({ rows, field }) => nodeOfField(rows?.key, field.key))
  const reached = listReached(target, nodes)
  if (reached.size > new Set(nodes).size) {
    const records = await readStored(trx, target, [...changed])
    const pairs = records.map((stored) => ({ stored, filled: stored }))
    await writeReached(trx, target, pairs, reached, env)
  }
  return [...changed]
}

/** Writes the roll-ups of the heads, or of the rows of one detail table; returns the ids of the records that changed. */
async function updateLevel(
  trx: Trx,
  target: Resource,
  rows: DetailResource | null,
  rollups: readonly Rollup[],
  ids: readonly string[],
): Promise<string[]> {
  const columns = rollups.map((rollup) => needColumn((rows ?? target).columns, rollup.field.key))
  const values = rollups.map((rollup, at) => {
    const { name, type } = columns[at] as Column
    return sql`${compileValue(rollup)}::${sql.raw(typeText(type))} as ${sql.id(name)}`
  })
  const list = (alias: string) => sql.join(columns.map(({ name }) => sql.ref(`${alias}.${name}`)))
  const table = sql.id((rows ?? target).table)
  const from = rows
    ? sql`${table} as q join ${sql.id(target.table)} as h on ${sql.ref(`q.${rows.fk}`)} = ${sql.ref(`h.${needColumn(target.columns, rows.ref).name}`)}
        where h.id = any(${ids})`
    : sql`${table} as q where q.id = any(${ids})`
  const changed = await sql<{ record: string }>`
    update ${table} as p set ${sql.join(columns.map(({ name }) => sql`${sql.id(name)} = n.${sql.id(name)}`))}
    from (select q.id, ${rows ? sql.ref('h.id') : sql.ref('q.id')} as record, ${sql.join(values)} from ${from}) as n
    where p.id = n.id and (${list('p')}) is distinct from (${list('n')}) returning n.record`.execute(trx)
  return changed.rows.map(({ record }) => record)
}

/** The values by which the records of an event refer to others, before and after it. */
function listReferences(event: RecordEvent, { field, detail }: Rollup): unknown[] {
  const states: Values[] = []
  if ('before' in event && event.before)
    states.push({ ...event.before, ...('rows' in event ? event.rows : {}) })
  if ('after' in event) states.push(event.after)
  const { field: reference } = field.rollup
  return states.flatMap((state) => {
    if (!detail) return [state[reference]]
    const rows = state[detail.key]
    return Array.isArray(rows) ? rows.map((row: Values) => row[reference]) : []
  })
}

/** Levels of roll-ups that sum up roll-ups: a tree of records, or a chain of screens. */
const MAX_LEVELS = 32

/** Keeps the roll-ups and the following fields true that the changes of a transaction concern, and those that read these in turn. */
export async function keepRollups(
  trx: Trx,
  documents: SearchedDocuments,
  events: readonly RecordEvent[],
): Promise<void> {
  const rollups = listRollups(documents)
  let changes: readonly RecordEvent[] = events
  for (let level = 0; changes.length > 0 && level < MAX_LEVELS; level++)
    changes = [
      ...(await keepLevel(trx, documents, rollups, changes)),
      ...(await keepFollowed(trx, documents, changes)),
    ]
}

async function keepLevel(
  trx: Trx,
  documents: SearchedDocuments,
  rollups: readonly Rollup[],
  changes: readonly RecordEvent[],
): Promise<RecordEvent[]> {
  const tableAt = (screen: string) => documents.screen(screen)?.document.table.name
  const next: RecordEvent[] = []
  const byTarget = new Map<Resource, Rollup[]>()
  for (const rollup of rollups) byTarget.set(rollup.target, [...(byTarget.get(rollup.target) ?? []), rollup])
  for (const [target, group] of byTarget) {
    const concerned = new Map<Rollup, Set<string>>()
    const added: string[] = []
    const hasRows = group.some(({ rows }) => rows !== null)
    for (const change of changes) {
      const table = tableAt(change.screen)
      // A saved record may have new rows.
      if (table === target.table && change.type === 'record.saved' && (change.before === null || hasRows))
        added.push(change.id)
      for (const rollup of group) {
        if (rollup.source.table !== table) continue
        const values = listReferences(change, rollup).flatMap((value) =>
          value === null || value === undefined || value === '' ? [] : [String(value)],
        )
        const all = concerned.get(rollup) ?? new Set()
        for (const value of values) all.add(value)
        concerned.set(rollup, all)
      }
    }
    const ids = new Set(added)
    for (const [rollup, values] of concerned)
      for (const id of await findIds(trx, rollup, [...values])) ids.add(id)
    const by = changes[0]?.by
    if (ids.size === 0 || !by) continue
    const changed = await recomputeRollups(trx, target, group, [...ids].sort(), {
      user: by,
      now: currentTime(),
    })
    const readers = [...rollups, ...listFollowed(documents)].filter(
      ({ source }) => source.table === target.table,
    )
    if (readers.length === 0) continue
    for (const record of await readStored(trx, target, changed))
      next.push({
        type: 'record.saved',
        screen: target.screen.id,
        id: String(record.id),
        by,
        before: record,
        after: record,
      })
  }
  return next
}

/** The records to which these values refer, or to whose rows; deleted ones included: they may be restored. */
async function findIds(db: Db, rollup: Rollup, values: readonly string[]): Promise<string[]> {
  if (values.length === 0) return []
  const { target, rows: detail } = rollup
  const key = keyColumn(rollup)
  if (!detail && key.key === 'id') return [...values]
  const isNamed = matchAny(key, values)
  const found = detail
    ? await sql<{ id: string }>`
        select distinct h.id from ${sql.id(detail.table)} as t join ${sql.id(target.table)} as h
        on ${sql.ref(`t.${detail.fk}`)} = ${sql.ref(`h.${needColumn(target.columns, detail.ref).name}`)} where ${isNamed}`.execute(
        db,
      )
    : await sql<{ id: string }>`select t.id from ${sql.id(target.table)} as t where ${isNamed}`.execute(db)
  return found.rows.map(({ id }) => id)
}
