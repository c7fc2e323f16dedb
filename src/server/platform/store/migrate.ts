import { type Migration, Migrator, sql } from 'kysely'
import { type Db, dynamicTables, type Trx } from './database.ts'
import { StartError } from './embedded/binaries.ts'
import { findBlocked, type Instance, register } from './instances.ts'
import { checkMigrationNames, findRenamed, isContract, isExpand } from './migration-names.ts'
import { base } from './migrations/20261121-0927-base.ts'
import { people } from './migrations/20261121-1058-people.ts'
import { checkRules } from './migrations/20261121-1250-check-rules.ts'
import { accounts } from './migrations/20261121-1539-accounts.ts'
import { peopleWatch } from './migrations/20261121-1614-people-watch.ts'
import { rightsWatch } from './migrations/20261122-0806-rights-watch.ts'
import { tableChanges } from './migrations/20261122-0920-table-changes.ts'
import { sweepIndexes } from './migrations/20261122-0921-sweep-indexes.ts'
import { instanceNumber } from './migrations/20261122-1204-instance-number.ts'
import { pinyin } from './migrations/20261124-0546-pinyin.ts'
import { plannedRuns } from './migrations/20261129-0447-planned-runs.ts'
import { instances } from './migrations/20261130-0930-instances.ts'
import { dividedLog, partitions } from './migrations/20261130-0940-partitions.ts'
import { serialRuns } from './migrations/20261201-1120-serial-runs.ts'
import { ADVISORY_LOCKS } from './queue/advisory-locks.ts'

/** In the order of their names. A released migration is never changed and never undone. */
const migrations: Record<string, Migration> = {
  '20261121-0927-base': base,
  '20261121-1058-people': people,
  '20261121-1250-check-rules': checkRules,
  '20261121-1539-accounts': accounts,
  '20261121-1614-people-watch': peopleWatch,
  '20261122-0806-rights-watch': rightsWatch,
  '20261122-0920-table-changes': tableChanges,
  '20261122-0921-sweep-indexes': sweepIndexes,
  '20261122-1204-instance-number': instanceNumber,
  '20261124-0546-pinyin': pinyin,
  '20261129-0447-planned-runs': plannedRuns,
  '20261130-0930-instances': instances,
  '20261130-0940-partitions': partitions,
  '20261130-0941-contract-divide-log': dividedLog,
  '20261201-1120-serial-runs': serialRuns,
}

/** The migrations of the server and of the modules (`added`). */
export const listMigrations = (added: Readonly<Record<string, Migration>>): Record<string, Migration> => ({
  ...migrations,
  ...added,
})

/** The database does not fit this version of the server, now or any more. */
export class OutdatedError extends StartError {}

const MIGRATION_TABLE = 'sys_migration'

/**
 * Takes the lock inside a transaction of the app's login. The usual limits on waiting are raised for this transaction,
 * because another instance that starts at the same moment may hold the lock for a while.
 */
export async function lockSchema(trx: Trx): Promise<void> {
  await sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true)`.execute(
    trx,
  )
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.schema})`.execute(trx)
}

/** Runs the work on one connection of the owner's login that holds the lock; the work may begin transactions. */
export const withSchemaLock = <T>(owner: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  owner.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(${ADVISORY_LOCKS.schema})`.execute(db)
    try {
      return await work(db)
    } finally {
      await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.schema})`.execute(db)
    }
  })

/** Names of the applied migrations; null where the database has no table of them yet. */
async function readApplied(db: Db): Promise<string[] | null> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${MIGRATION_TABLE}) is not null as exists`.execute(db)
  if (!rows[0]?.exists) return null
  const applied = await dynamicTables(db).selectFrom(MIGRATION_TABLE).select('name').execute()
  return applied.map((row) => String(row.name))
}

export interface MigrationDifference {
  /** The migrations of this version that are not applied. */
  missing: string[]
  /** The applied ones that this version does not know; a newer one made them. */
  foreign: string[]
  /** One of these that has removed what this version uses. */
  harmful: string | undefined
}

export function compareMigrations(
  applied: readonly string[],
  added: Readonly<Record<string, Migration>>,
): MigrationDifference {
  const names = Object.keys(listMigrations(added))
  const renamed = findRenamed(applied, names)
  const current = new Set(applied.map((name) => renamed.get(name) ?? name))
  const foreign = [...current].filter((name) => !names.includes(name))
  return {
    missing: names.filter((name) => !current.has(name)),
    foreign,
    harmful: foreign.find((name) => !isExpand(name)),
  }
}

/** Of the database; null where the server has not started yet. */
export async function readMigrationDifference(
  db: Db,
  added: Readonly<Record<string, Migration>>,
): Promise<MigrationDifference | null> {
  const applied = await readApplied(db)
  return applied && compareMigrations(applied, added)
}

/** Up to version 1.0.21 the table had a column of time named `applied_at`; Kysely stores an ISO text as `timestamp`. */
async function convertMigrationTable(db: Db): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_attribute
    where attrelid = ${MIGRATION_TABLE}::regclass and attname = 'applied_at' and not attisdropped`.execute(db)
  if (rows.length === 0) return
  await db.transaction().execute(async (trx) => {
    const table = sql.table(MIGRATION_TABLE)
    await sql`alter table ${table} rename column applied_at to "timestamp"`.execute(trx)
    await sql`alter table ${table} alter column "timestamp" drop default`.execute(trx)
    await sql`alter table ${table} alter column "timestamp" type varchar(255)
      using to_char("timestamp"::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.execute(
      trx,
    )
  })
}

const renameApplied = (db: Db, renamed: ReadonlyMap<string, string>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const [name, current] of renamed)
      await dynamicTables(trx)
        .updateTable(MIGRATION_TABLE)
        .set({ name: current })
        .where('name', '=', name)
        .execute()
  })

/**
 * Brings the database to this version, with the migrations of the modules (`added`), and returns the names of the migrations
 * that ran, all of them in one transaction. The names are unique, and migrations run in the order of their names.
 * Instances that start together wait for one another. A contracting migration waits, for a later call, while an instance
 * that does not know it is running. `self` joins the list of instances. Throws an `OutdatedError` on a database from which a
 * newer version has removed something.
 */
export const migrate = (
  owner: Db,
  added: Readonly<Record<string, Migration>> = {},
  self?: Instance,
): Promise<string[]> =>
  withSchemaLock(owner, async (db) => {
    const all = listMigrations(added)
    const names = Object.keys(all)
    checkMigrationNames([...Object.keys(migrations), ...Object.keys(added)])
    const applied = await readApplied(db)
    const renamed = findRenamed(applied ?? [], names)
    const { missing, foreign, harmful } = compareMigrations(applied ?? [], added)
    if (harmful !== undefined)
      throw new OutdatedError(
        `数据库由更新的版本建立（${harmful}），本版本不能使用它：请启动新版本，或者把升级前的备份恢复到空的数据库 (start the newer version, or restore the backup from before the upgrade)`,
      )
    if (applied) await convertMigrationTable(db)
    if (renamed.size > 0) await renameApplied(db, renamed)
    const blocked = await findBlocked(db, missing.filter(isContract))
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => selectMigrations(all, blocked, foreign) },
      migrationTableName: MIGRATION_TABLE,
      migrationLockTableName: `${MIGRATION_TABLE}_lock`,
      // A module may be installed later than migrations with later names were applied.
      allowUnorderedMigrations: true,
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
    if (self) await register(db, self, names.filter(isContract))
    return results.map((result) => result.migrationName)
  })

/** What the library may run, and the applied migrations of a newer version, which it wants to know too. */
function selectMigrations(
  all: Readonly<Record<string, Migration>>,
  blocked: ReadonlyMap<string, string>,
  foreign: readonly string[],
): Record<string, Migration> {
  const runnable = Object.entries(all).filter(([name]) => !blocked.has(name))
  const applied = foreign.map((name) => [name, { up: async () => undefined }] as const)
  return Object.fromEntries([...runnable, ...applied])
}
