import { sql } from 'kysely'
import type { Db, Trx } from './database.ts'
import type { Migration } from './migration.ts'
import { base } from './migrations/001-base.ts'
import { people } from './migrations/002-people.ts'
import { checkRules } from './migrations/003-check-rules.ts'
import { accounts } from './migrations/004-accounts.ts'
import { peopleWatch } from './migrations/005-people-watch.ts'
import { rightsWatch } from './migrations/006-rights-watch.ts'
import { tableChanges } from './migrations/007-table-changes.ts'
import { sweepIndexes } from './migrations/008-sweep-indexes.ts'

const migrations: readonly Migration[] = [
  base,
  people,
  checkRules,
  accounts,
  peopleWatch,
  rightsWatch,
  tableChanges,
  sweepIndexes,
]

/** The key of the advisory lock that migrations and plans share, because any instance may start first. */
export const schemaLock = 712_604_301

/**
 * Takes the lock inside a transaction of the app's login, whose short lock timeout is intended for requests: another
 * instance that starts at the same moment may hold the lock for a while.
 */
export async function lockSchema(trx: Trx): Promise<void> {
  await sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true)`.execute(
    trx,
  )
  await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(trx)
}

/** Migrates the database to this version. All or nothing; simultaneous instances wait for one another. */
export async function migrate(owner: Db): Promise<string[]> {
  return await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(trx)
    await sql`create table if not exists sys_migration (
      name text primary key, applied_at timestamp(0) not null default now())`.execute(trx)
    const done = await trx.selectFrom('sys_migration').select('name').execute()
    const known = new Set(done.map((row) => row.name))
    const strange = [...known].find((name) => !migrations.some((migration) => migration.name === name))
    if (strange !== undefined) {
      throw new Error(`数据库由更新的版本建立（${String(strange)}），本版本不能使用它`)
    }
    const fresh = migrations.filter((migration) => !known.has(migration.name))
    for (const migration of fresh) {
      await migration.up(trx)
      await trx.insertInto('sys_migration').values({ name: migration.name }).execute()
    }
    return fresh.map((migration) => migration.name)
  })
}
