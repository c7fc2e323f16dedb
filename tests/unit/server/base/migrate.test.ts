import { randomUUID } from 'node:crypto'
import { type Migration, sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { joinInstances } from '#server/app/join-instances.ts'
import { type Db, dynamicTables, openDatabase } from '#server/platform/store/database.ts'
import { giveSign, type Instance, unregister } from '#server/platform/store/instances.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import { base } from '#server/platform/store/migrations/20261121-0927-base.ts'
import { people } from '#server/platform/store/migrations/20261121-1058-people.ts'
import { checkRules } from '#server/platform/store/migrations/20261121-1250-check-rules.ts'
import { ADVISORY_LOCKS } from '#server/platform/store/queue/advisory-locks.ts'
import { grantRights } from '#server/platform/store/roles.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
let owner: Db
beforeAll(async () => {
  database = await openTestDatabase()
  owner = database.db.owner
})
afterAll(() => database?.close())

const readApplied = () =>
  dynamicTables(owner).selectFrom('sys_migration').selectAll().orderBy('name').execute()

/** A database as version 1.0.21 left it in the middle of its life: its own table of migrations, three of them applied. */
async function makeOldDatabase(): Promise<void> {
  await sql`drop schema public cascade`.execute(owner)
  await sql`create schema public`.execute(owner)
  await owner.transaction().execute(async (trx) => {
    await sql`create table sys_migration (
      name text primary key, applied_at timestamp(0) not null default now())`.execute(trx)
    const applied = { '001-base': base, '002-people': people, '003-check-rules': checkRules }
    for (const [name, migration] of Object.entries(applied)) {
      await migration.up(trx)
      await dynamicTables(trx)
        .insertInto('sys_migration')
        .values({ name, applied_at: '2025-09-25 08:30:15' })
        .execute()
    }
  })
  await sql`insert into sys_role (id, role_code, role_name) values ('r', 'kept', '保留')`.execute(owner)
}

describe('migrate', () => {
  it('runs nothing when the database has this version', async () => {
    expect(await migrate(owner)).toEqual([])
  })

  it('takes over the table of a version without Kysely when migrations were applied by it', async () => {
    await makeOldDatabase()
    const later = [
      '20261121-1539-accounts',
      '20261121-1614-people-watch',
      '20261122-0806-rights-watch',
      '20261122-0920-table-changes',
      '20261122-0921-sweep-indexes',
      '20261122-1204-instance-number',
      '20261124-0546-pinyin',
      '20261129-0447-planned-runs',
      '20261130-0930-instances',
      '20261130-0940-partitions',
      '20261130-0941-contract-divide-log',
      '20261201-1120-serial-runs',
    ]
    expect(await migrate(owner)).toEqual(later)
    const applied = await readApplied()
    expect(applied.map(({ name }) => name)).toEqual([
      '20261121-0927-base',
      '20261121-1058-people',
      '20261121-1250-check-rules',
      ...later,
    ])
    // 08:30 in China's time.
    expect(applied[0]?.timestamp).toBe('2025-09-25T00:30:15.000Z')
    expect(await owner.selectFrom('sys_role').select('role_code').execute()).toEqual([{ role_code: 'kept' }])
    expect(await migrate(owner)).toEqual([])
  })

  it('runs each migration once when several instances start together', async () => {
    await makeOldDatabase()
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(database.links)))
    const runs = await Promise.all([database.db, ...others].map((db) => migrate(db.owner)))
    await Promise.all(others.map((db) => db.close()))
    expect(runs.map((names) => names.length).sort()).toEqual([0, 0, 0, 12])
  })

  it('waits when another instance holds the lock of the schema', async () => {
    const other = await openDatabase(database.links)
    let isDone = false
    let migrating: Promise<unknown> = Promise.resolve()
    await other.owner.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.schema})`.execute(trx)
      migrating = migrate(owner).then(() => {
        isDone = true
      })
      const waiting = async () => {
        const { rows } = await sql`
          select 1 from pg_locks where locktype = 'advisory' and objid = ${ADVISORY_LOCKS.schema} and not granted`.execute(
          trx,
        )
        return rows.length > 0 || isDone
      }
      await expect.poll(waiting).toBe(true)
      expect(isDone).toBe(false)
    })
    await migrating
    await other.close()
  })

  it('refuses a database and leaves it as it is when a newer version has migrated it', async () => {
    await makeOldDatabase()
    await dynamicTables(owner).insertInto('sys_migration').values({ name: '999-later' }).execute()
    const before = await readApplied()
    await expect(migrate(owner)).rejects.toThrow('数据库由更新的版本建立（999-later），本版本不能使用它')
    expect(await readApplied()).toEqual(before)
  })

  it('keeps nothing of a migration that fails', async () => {
    await makeOldDatabase()
    await sql`create table sys_table_change (n integer)`.execute(owner)
    await expect(migrate(owner)).rejects.toThrow('sys_table_change')
    expect(await readApplied()).toHaveLength(3)
    await sql`drop table sys_table_change`.execute(owner)
    expect(await migrate(owner)).toHaveLength(12)
  })
})

/** What version N + 1 adds to version N, in two steps. */
const later: Readonly<Record<string, Migration>> = {
  '29990101-0000-contract-old-word': {
    up: async (trx) => void (await sql`alter table test_word drop column old`.execute(trx)),
  },
  '29990101-0001-new-word': {
    up: async (trx) => void (await sql`alter table test_word add column new text`.execute(trx)),
  },
}
const createInstance = (server: string): Instance => ({ id: randomUUID(), server })

describe('a migration that contracts', () => {
  let old: Instance
  beforeEach(async () => {
    await makeOldDatabase()
    await sql`create table test_word (old text)`.execute(owner)
    old = createInstance('old:3000')
    await migrate(owner, {}, old)
  })

  it('waits until the last instance that does not know it has ended, while others run, and is then final', async () => {
    const other = createInstance('new:3001')
    expect(await migrate(owner, later, other)).toEqual(['29990101-0001-new-word'])
    // Meanwhile version N can be started again.
    expect(await migrate(owner, {}, old)).toEqual([])
    expect(await migrate(owner, later)).toEqual([])
    await unregister(owner, old)
    expect(await migrate(owner, later, createInstance('new:3002'))).toEqual([
      '29990101-0000-contract-old-word',
    ])
    await expect(migrate(owner, {}, old)).rejects.toThrow(
      '数据库由更新的版本建立（29990101-0000-contract-old-word）',
    )
  })

  it('does not wait for an instance without a sign of life for a minute', async () => {
    await sql`update sys_instance set beat = now() - interval '59 seconds'`.execute(owner)
    expect(await giveSign(owner, old)).toBe(true)
    await sql`update sys_instance set beat = now() - interval '61 seconds'`.execute(owner)
    expect(await giveSign(owner, old)).toBe(false)
    expect(await migrate(owner, later)).toEqual(Object.keys(later))
  })

  it('runs by itself after the old instance has left, and stops one that was silent meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const log = pino({ level: 'silent' })
    const join = (migrations: typeof later) => joinInstances({ db: database.db, log, migrations }, 3000)
    try {
      const next = await join(later)
      await grantRights(database.db)
      await vi.advanceTimersByTimeAsync(5000)
      const slow = await join({})
      await unregister(owner, old)
      await sql`update sys_instance set beat = now() - interval '61 seconds'
        where not contracts ? ${Object.keys(later)[0]}`.execute(owner)
      vi.advanceTimersByTime(10_000)
      const isContracted = async () =>
        (await readApplied()).some(({ name }) => name === Object.keys(later)[0])
      await expect.poll(isContracted).toBe(true)
      vi.advanceTimersByTime(5000)
      expect((await slow.outdated).message).toContain('请启动新版本')
      await Promise.all([slow.leave(), next.leave()])
      expect(await sql`select 1 from sys_instance`.execute(owner)).toMatchObject({ rows: [] })
    } finally {
      vi.useRealTimers()
    }
  })
})
