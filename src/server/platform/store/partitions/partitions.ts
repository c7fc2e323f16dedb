import { sql } from 'kysely'
import type { Db, Trx } from '../database.ts'
import { withSchemaLock } from '../migrate.ts'

/** Longer waits would hold up the requests that wait behind the change; the next run tries again. */
const LOCK_TIMEOUT = '5s'

const limitWait = (trx: Trx) => sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx)

/** The partitioned tables of the product, as statements name them. */
const listPartitioned = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select partrelid::regclass::text as name from pg_partitioned_table join pg_class on oid = partrelid
    where relnamespace = current_schema()::regnamespace order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Makes the partitions of this and the coming three months that a partitioned table of the product lacks, and returns their
 * names. Instances that call it together wait for one another, and the first one makes them.
 */
export const addPartitions = (owner: Db): Promise<string[]> =>
  withSchemaLock(owner, async (db) => {
    const made: string[] = []
    for (const name of await listPartitioned(db)) {
      const { rows } = await db.transaction().execute(async (trx) => {
        await limitWait(trx)
        return await sql<{ made: string[] }>`select sys_add_partitions(${name}::regclass) as made`.execute(
          trx,
        )
      })
      made.push(...(rows[0]?.made ?? []))
    }
    return made
  })

/**
 * Counts the values of partitioned tables for the planner. PostgreSQL does that by itself for each partition, and never for
 * the whole table.
 */
export async function analyzePartitioned(owner: Db): Promise<void> {
  for (const name of await listPartitioned(owner)) await sql`analyze ${sql.raw(name)}`.execute(owner)
}

/** A partition as statements name it, in quotes where needed, with its schema. */
export type Partition = string

/** The partitions whose months ended more than so many days ago, oldest first; none where there is no such table. */
export async function listEndedPartitions(db: Db, table: string, days: number): Promise<Partition[]> {
  const { rows } = await sql<{ name: Partition }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = to_regclass(${table})
      and sys_partition_end(inhrelid) <= now() at time zone 'Asia/Shanghai' - make_interval(days => ${days})
    order by sys_partition_end(inhrelid)`.execute(db)
  return rows.map(({ name }) => name)
}

/** Detaches a partition and moves it into the schema `archive`, where it stays until somebody drops it. Returns its new name. */
export async function archivePartition(trx: Trx, table: string, partition: Partition): Promise<Partition> {
  await limitWait(trx)
  const part = sql.raw(partition)
  const { rows } = await sql<{ oid: number }>`select ${partition}::regclass::oid as oid`.execute(trx)
  await sql`alter table ${sql.id(table)} detach partition ${part}`.execute(trx)
  await sql`alter table ${part} set schema archive`.execute(trx)
  const moved = await sql<{ name: Partition }>`
    select ${rows[0]?.oid}::oid::regclass::text as name`.execute(trx)
  return moved.rows[0]?.name ?? ''
}

/** Archives the partitions whose months ended more than so many days ago, each with the work in its transaction. */
export async function archiveMonths(
  owner: Db,
  table: string,
  days: number,
  work: (trx: Trx, archived: Partition) => Promise<void> = async () => undefined,
): Promise<Partition[]> {
  const names: Partition[] = []
  for (const partition of await listEndedPartitions(owner, table, days))
    names.push(
      await owner.transaction().execute(async (trx) => {
        const archived = await archivePartition(trx, table, partition)
        await work(trx, archived)
        return archived
      }),
    )
  return names
}
