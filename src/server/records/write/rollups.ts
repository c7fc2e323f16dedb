import { type RawBuilder, sql } from 'kysely'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { sameValue } from '#runtime/record/changes/delta.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Column } from '../../documents/plan/column.ts'
import { tenantColumn, typeText } from '../../documents/plan/tables.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import { compileWhere } from '../access/row-rules.ts'
import type { RecordEvent } from '../events.ts'
import { and, type Sql } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { readHead, type Values, withDetails } from '../read/record.ts'
import { type DetailResource, needColumn, type Resource } from '../resource.ts'
import { type SearchedDocuments, searchScreens } from '../screen-search.ts'
import { listChanges } from '../write.ts'
import { keepFollowed, listFollowed } from './followed.ts'

type RollupField = Field & { rollup: NonNullable<Field['rollup']> }

/** A field that sums up other records, with what the statement needs. */
export interface Rollup {
  field: RollupField
  /** The screen of the field. */
  target: Resource
  source: Resource
  /** The detail table whose rows are summed up; null: the records of `source`. */
  detail: DetailResource | null
}

const isRollup = (field: Field): field is RollupField => field.rollup !== undefined

/** The roll-ups of all screens. */
export const listRollups = searchScreens((target, openScreen): Rollup[] =>
  target.screen.fields.filter(isRollup).flatMap((field) => {
    const source = openScreen(field.rollup.screen)
    if (!source) return []
    const detail = source.details.find(({ key }) => key === field.rollup.detail) ?? null
    return (field.rollup.detail === undefined) === (detail === null)
      ? [{ field, target, source, detail }]
      : []
  }),
)

/** Whether rows of this detail table are summed up anywhere, so that a removal has to tell them. */
export const areRowsRolledUp = (documents: SearchedDocuments, { table }: Resource): boolean =>
  listRollups(documents).some(({ source, detail }) => detail !== null && source.table === table)

const named = (columns: ReadonlyMap<string, Column>, alias: string, prefix = ''): [string, Column][] =>
  [...columns].map(([key, column]) => [prefix + key, { ...column, ref: sql.ref(`${alias}.${column.name}`) }])

/** The key of the target's records that the source stores. */
const keyColumn = ({ field, target }: Rollup): Column => needColumn(target.columns, field.rollup.key ?? 'id')

/** The value of a roll-up for the record `q`. */
function compileValue(rollup: Rollup): Sql {
  const { field, source, detail, target } = rollup
  const { how, value, where, field: reference } = field.rollup
  const rows = new Map(named(detail ? detail.columns : source.columns, detail ? 'd' : 't'))
  const readable = detail ? new Map([...rows, ...named(source.columns, 't', 'form.')]) : rows
  const read = parseExpression(where ?? 'true')
  const conditions: Sql[] = [
    // The two columns may have texts of different lengths, or a number and its text.
    sql`${needColumn(rows, reference).ref}::text = ${sql.ref(`q.${keyColumn(rollup).name}`)}::text`,
    ...isLive(source),
    ...(read.ok && where !== undefined ? [compileWhere(read.value.node, readable)] : []),
  ]
  if (source.isTenantBound && target.isTenantBound)
    conditions.push(sql`${sql.ref(`t.${tenantColumn}`)} = ${sql.ref(`q.${tenantColumn}`)}`)
  const summed = value === undefined ? null : needColumn(rows, value).ref
  const result: RawBuilder<unknown> = {
    count: () => sql`count(*)`,
    sum: () => sql`coalesce(sum(${summed}), 0)`,
    max: () => sql`max(${summed})`,
    min: () => sql`min(${summed})`,
  }[how]()
  const from = detail
    ? sql`${sql.id(detail.table)} as d join ${sql.id(source.table)} as t on d.${sql.id(detail.fk)} = ${needColumn(new Map(named(source.columns, 't')), detail.ref).ref}`
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
  env: { user: Pick<RecordEvent['by'], 'id' | 'username' | 'realname'>; now: Date },
): Promise<string[]> {
  if (ids.length === 0) return []
  const table = sql.id(target.table)
  await sql`select 1 from ${table} where id = any(${ids}) order by id for update`.execute(trx)
  const columns = rollups.map((rollup) => needColumn(target.columns, rollup.field.key))
  const values = rollups.map((rollup, at) => {
    const { name, type } = columns[at] as Column
    return sql`${compileValue(rollup)}::${sql.raw(typeText(type))} as ${sql.id(name)}`
  })
  const list = (alias: string) => sql.join(columns.map(({ name }) => sql.ref(`${alias}.${name}`)))
  const { rows } = await sql<{ id: string }>`
    update ${table} as p set ${sql.join(columns.map(({ name }) => sql`${sql.id(name)} = n.${sql.id(name)}`))}
    from (select q.id, ${sql.join(values)} from ${table} as q where q.id = any(${ids})) as n
    where p.id = n.id and (${list('p')}) is distinct from (${list('n')}) returning p.id`.execute(trx)
  const changed = rows.map(({ id }) => id)
  const keys = listDependents(target, new Set(rollups.map(({ field }) => field.key)))
  if (keys.size > 0) for (const id of changed) await computeDependents(trx, target, keys, id, env)
  return changed
}

/** The computed fields of the head that read these fields, directly or through others. */
function listDependents({ formulas }: Resource, keys: ReadonlySet<string>): Set<string> {
  const reached = new Set(keys)
  const dependents = new Set<string>()
  // The steps are in the order of their computation.
  for (const { node, detail, isDefault, sameRow, others } of formulas.steps) {
    if (detail !== null || isDefault || ![...sameRow, ...others].some((key) => reached.has(key))) continue
    reached.add(node)
    dependents.add(node)
  }
  return dependents
}

async function computeDependents(
  trx: Trx,
  target: Resource,
  keys: ReadonlySet<string>,
  id: string,
  { user, now }: Parameters<typeof recomputeRollups>[4],
): Promise<void> {
  const head = await readHead(trx, { ...target, softDelete: false }, id, [])
  if (!head) return
  const stored = await withDetails(trx, target, head)
  const computed = target.formulas.computeAll(stored, { user: { orgCode: '', ...user }, now, mode: 'edit' })
  const after: Values = { ...head }
  for (const key of keys) after[key] = computed[key]
  const set = listChanges(target.columns, head, after, sameValue)
  if (set.size === 0) return
  const assignments = [...set].map(
    ([name, { value, type }]) => sql`${sql.id(name)} = ${value}::${sql.raw(type)}`,
  )
  await sql`update ${sql.id(target.table)} set ${sql.join(assignments)} where id = ${id}`.execute(trx)
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
    for (const change of changes) {
      const table = tableAt(change.screen)
      if (table === target.table && change.type === 'record.saved' && change.before === null)
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
    const changed = await recomputeRollups(trx, target, group, [...ids].sort(), { user: by, now: new Date() })
    if (![...rollups, ...listFollowed(documents)].some(({ source }) => source.table === target.table))
      continue
    for (const id of changed) {
      const head = await readHead(trx, { ...target, softDelete: false }, id, [])
      if (head)
        next.push({ type: 'record.saved', screen: target.screen.id, id, by, before: head, after: head })
    }
  }
  return next
}

/** The records to which these values refer, deleted ones included: they may be restored. */
async function findIds(db: Db, rollup: Rollup, values: readonly string[]): Promise<string[]> {
  if (values.length === 0) return []
  const key = keyColumn(rollup)
  if (key.key === 'id') return [...values]
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.id(rollup.target.table)} as t where ${key.ref}::text = any(${values})`.execute(db)
  return rows.map(({ id }) => id)
}
