import { sql } from 'kysely'
import { indexName } from '../../documents/plan/tables.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { needColumn, type Resource } from '../../records/resource.ts'
import type { RecordServices } from '../../records/services.ts'
import { type Followed, listFollowed, recomputeFollowed } from '../../records/write/followed.ts'
import { findRollupColumn, listRollups, type Rollup, recomputeRollups } from '../../records/write/rollups.ts'

export type RollupServices = Pick<RecordServices, 'db' | 'documents'> & Pick<PlatformServices, 'log'>

/** Records of one transaction: others that save one of them wait for it. */
const BATCH = 200

/** Whom the formulas of a rebuilt record take for its user. */
const system = { id: '', username: 'system', realname: '系统' }

/** What the stored values depend on. */
const define = (rollup: Rollup): string =>
  JSON.stringify([rollup.field.rollup, findRollupColumn(rollup), rollup.source.softDelete])

/** The roll-ups of a table whose definition is not the one by which their values were computed. */
async function findOutdated(services: RollupServices): Promise<Map<Resource, Rollup[]>> {
  const { rows } = await sql<{ table_name: string; field: string; definition: string }>`
    select table_name, field, definition from sys_rollup`.execute(services.db.app)
  const stored = new Map(rows.map((row) => [`${row.table_name} ${row.field}`, row.definition]))
  const outdated = new Map<Resource, Rollup[]>()
  for (const rollup of listRollups(services.documents)) {
    const { target, field } = rollup
    if (stored.get(`${target.table} ${field.key}`) === define(rollup)) continue
    outdated.set(target, [...(outdated.get(target) ?? []), rollup])
  }
  return outdated
}

/**
 * Computes the roll-ups whose definition is new or changed for all records of their table, a batch at a time, so that staff
 * can save meanwhile. An interrupted run is repeated at the next start.
 */
export async function rebuildRollups(services: RollupServices): Promise<void> {
  const { db, log } = services
  for (const [target, rollups] of await findOutdated(services)) {
    for (const rollup of rollups) {
      const { table, column } = findRollupColumn(rollup)
      const name = sql.id(indexName(table, [column], 'plain'))
      await sql`create index if not exists ${name} on ${sql.id(table)} (${sql.id(column)})`.execute(db.owner)
    }
    let changed = 0
    for (let last = '', ids = ['']; ids.length > 0; last = ids.at(-1) ?? '') {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.id(target.table)} where id > ${last} order by id limit ${BATCH}`.execute(db.app)
      ids = rows.map(({ id }) => id)
      const env = { user: system, now: new Date() }
      changed += (await db.write((trx) => recomputeRollups(trx, target, rollups, ids, env))).length
    }
    for (const rollup of rollups)
      await sql`
        insert into sys_rollup (table_name, field, definition)
        values (${target.table}, ${rollup.field.key}, ${define(rollup)})
        on conflict (table_name, field) do update set definition = excluded.definition`.execute(db.app)
    log.info({ screen: target.screen.id, changed }, 'roll-ups were computed')
  }
}

const nameField = ({ field, detail }: Followed): string => (detail ? `${detail.key}.${field.key}` : field.key)

/** What the stored values of a following field depend on. */
const defineFollowed = ({ field, source }: Followed): string =>
  JSON.stringify([field.follow, source.table, source.softDelete])

/** Makes new and changed following fields true for the records that are there already, a batch at a time. */
export async function rebuildFollowed({ db, documents, log }: RollupServices): Promise<void> {
  const { rows } = await sql<{ table_name: string; field: string; definition: string }>`
    select table_name, field, definition from sys_rollup`.execute(db.app)
  const stored = new Map(rows.map((row) => [`${row.table_name} ${row.field}`, row.definition]))
  const outdated = listFollowed(documents).filter(
    (entry) => stored.get(`${entry.target.table} ${nameField(entry)}`) !== defineFollowed(entry),
  )
  for (const target of new Set(outdated.map((entry) => entry.target))) {
    for (const { field, detail } of outdated.filter((entry) => entry.target === target)) {
      const { name: column } = needColumn((detail ?? target).columns, field.follow.field)
      const { table } = detail ?? target
      const name = sql.id(indexName(table, [column], 'plain'))
      await sql`create index if not exists ${name} on ${sql.id(table)} (${sql.id(column)})`.execute(db.owner)
    }
    let changed = 0
    for (let last = '', ids = ['']; ids.length > 0; last = ids.at(-1) ?? '') {
      const batch = await sql<{ id: string }>`
        select id from ${sql.id(target.table)} where id > ${last} order by id limit ${BATCH}`.execute(db.app)
      ids = batch.rows.map(({ id }) => id)
      const env = { user: system, now: new Date() }
      changed += (await db.write((trx) => recomputeFollowed(trx, documents, target, ids, env))).length
    }
    for (const entry of outdated.filter((each) => each.target === target))
      await sql`
        insert into sys_rollup (table_name, field, definition)
        values (${target.table}, ${nameField(entry)}, ${defineFollowed(entry)})
        on conflict (table_name, field) do update set definition = excluded.definition`.execute(db.app)
    log.info({ screen: target.screen.id, changed }, 'following fields were computed')
  }
}
