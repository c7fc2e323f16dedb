import { type Migration, Migrator, sql } from 'kysely'
import { type Db, dynamicTables, type Trx } from './database.ts'
import { checkMigrationNames, findRenamed } from './migration-names.ts'
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
}

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
}

export function compareMigrations(
  applied: readonly string[],
  added: Readonly<Record<string, Migration>>,
): MigrationDifference {
  const names = [...Object.keys(migrations), ...Object.keys(added)]
  const renamed = findRenamed(applied, names)
  const current = new Set(applied.map((name) => renamed.get(name) ?? name))
  return {
    missing: names.filter((name) => !current.has(name)),
    foreign: [...current].filter((name) => !names.includes(name)),
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
 * Instances that start together wait for one another. Throws on a database that a newer version has migrated.
 */
export const migrate = (owner: Db, added: Readonly<Record<string, Migration>> = {}): Promise<string[]> =>
  withSchemaLock(owner, async (db) => {
    const names = [...Object.keys(migrations), ...Object.keys(added)]
    checkMigrationNames(names)
    const all = { ...migrations, ...added }
    const applied = await readApplied(db)
    const renamed = findRenamed(applied ?? [], names)
    const [unknown] = compareMigrations(applied ?? [], added).foreign
    if (unknown !== undefined) {
      throw new Error(`数据库由更新的版本建立（${unknown}），本版本不能使用它`)
    }
    if (applied) await convertMigrationTable(db)
    if (renamed.size > 0) await renameApplied(db, renamed)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => all },
      migrationTableName: MIGRATION_TABLE,
      migrationLockTableName: `${MIGRATION_TABLE}_lock`,
      // A module may be installed later than migrations with later names were applied.
      allowUnorderedMigrations: true,
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
    return results.map((result) => result.migrationName)
  })
