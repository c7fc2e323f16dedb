import { sql } from 'kysely'
import { indexName } from '../../documents/plan/tables.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { Trx } from '../../platform/store/database.ts'
import { nodeOfField } from '../../records/recompute.ts'
import { needColumn, type Resource } from '../../records/resource.ts'
import type { RecordServices } from '../../records/services.ts'
import { systemAuthor } from '../../records/then/author.ts'
import { type Followed, listFollowed, recomputeFollowed } from '../../records/write/followed.ts'
import { findRollupColumn, listRollups, type Rollup, recomputeRollups } from '../../records/write/rollups.ts'

export type RollupServices = Pick<RecordServices, 'db' | 'documents'> & Pick<PlatformServices, 'log'>

/** Records of one transaction: others that save one of them wait for it. */
const BATCH = 200

/** How the stored values of one sort of fields are rebuilt. */
interface Rebuild<T> {
  fields: readonly T[]
  /** The path of a field in its screen, what its values depend on, and the column by which its records are found. */
  define(field: T): { name: string; definition: string; table: string; column: string }
  /** Computes fields of some records of their screen and returns those that changed. */
  recompute(
    trx: Trx,
    target: Resource,
    fields: readonly T[],
    ids: readonly string[],
    env: { user: typeof systemAuthor; now: Date },
  ): Promise<readonly unknown[]>
  /** The line of the log. */
  done: string
}

/**
 * Computes the fields whose definition is not the one by which their values were computed, for all records of their table, a
 * batch at a time, so that staff can save meanwhile. An interrupted run is repeated at the next start.
 */
async function rebuild<T extends { target: Resource }>(
  { db, log }: RollupServices,
  { fields, define, recompute, done }: Rebuild<T>,
): Promise<void> {
  const { rows } = await sql<{ table_name: string; field: string; definition: string }>`
    select table_name, field, definition from sys_rollup`.execute(db.app)
  const stored = new Map(rows.map((row) => [`${row.table_name} ${row.field}`, row.definition]))
  const outdated = fields.filter((field) => {
    const { name, definition } = define(field)
    return stored.get(`${field.target.table} ${name}`) !== definition
  })
  for (const target of new Set(outdated.map((field) => field.target))) {
    const ofTarget = outdated.filter((field) => field.target === target)
    for (const { table, column } of ofTarget.map(define)) {
      const name = sql.id(indexName(table, [column], 'plain'))
      await sql`create index if not exists ${name} on ${sql.id(table)} (${sql.id(column)})`.execute(db.owner)
    }
    let changed = 0
    for (let last = '', ids = ['']; ids.length > 0; last = ids.at(-1) ?? '') {
      const batch = await sql<{ id: string }>`
        select id from ${sql.id(target.table)} where id > ${last} order by id limit ${BATCH}`.execute(db.app)
      ids = batch.rows.map(({ id }) => id)
      const env = { user: systemAuthor, now: currentTime() }
      changed += (await db.write((trx) => recompute(trx, target, ofTarget, ids, env))).length
    }
    for (const { name, definition } of ofTarget.map(define))
      await sql`
        insert into sys_rollup (table_name, field, definition) values (${target.table}, ${name}, ${definition})
        on conflict (table_name, field) do update set definition = excluded.definition`.execute(db.app)
    log.info({ screen: target.screen.id, changed }, done)
  }
}

const buildRollupName = ({ rows, field }: Rollup): string => nodeOfField(rows?.key, field.key)
const buildFollowedName = ({ detail, field }: Followed): string => nodeOfField(detail?.key, field.key)

/**
 * Forgets the definitions of fields that no served screen has: saves do not keep the values of these, so a field that returns
 * is computed again.
 */
export async function forgetRemoved({ db, documents }: RollupServices): Promise<void> {
  const served = [
    ...listFollowed(documents).map((field) => [field.target.table, buildFollowedName(field)] as const),
    ...listRollups(documents).map((rollup) => [rollup.target.table, buildRollupName(rollup)] as const),
  ]
  const [tables, names] = [served.map(([table]) => table), served.map(([, name]) => name)]
  await sql`
    delete from sys_rollup where (table_name, field) not in (
      select * from unnest(${tables}::text[], ${names}::text[]))`.execute(db.app)
}

/** Computes new and changed roll-ups of the stored records. */
export const rebuildRollups = (services: RollupServices): Promise<void> =>
  rebuild<Rollup>(services, {
    fields: listRollups(services.documents),
    define: (rollup) => {
      const { field, source } = rollup
      const place = findRollupColumn(rollup)
      return {
        name: buildRollupName(rollup),
        definition: JSON.stringify([field.rollup, place, source.softDelete]),
        ...place,
      }
    },
    recompute: recomputeRollups,
    done: 'roll-ups were computed',
  })

/** Computes new and changed following fields of the stored records. */
export const rebuildFollowed = (services: RollupServices): Promise<void> =>
  rebuild<Followed>(services, {
    fields: listFollowed(services.documents),
    define: (followed) => {
      const { field, target, detail, source } = followed
      const { table, columns } = detail ?? target
      return {
        name: buildFollowedName(followed),
        definition: JSON.stringify([field.follow, source.table, source.softDelete]),
        table,
        column: needColumn(columns, field.follow.field).name,
      }
    },
    recompute: async (trx, target, _, ids, env) =>
      (await recomputeFollowed(trx, services.documents, target, ids, env)).changed,
    done: 'following fields were computed',
  })
