import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantColumns } from '#server/documents/report-sql/grants.ts'
import { createListener } from '#server/platform/http/front.ts'
import { lockFolder } from '#server/platform/store/embedded/lock.ts'
import { grantRights } from '#server/platform/store/roles.ts'
import { openTestDatabase, type TestDatabase } from '../../../support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

describe('the database', () => {
  it('refuses a second statement in one query, with or without values', async () => {
    await expect(sql`select 1; select 2`.execute(database.db.app)).rejects.toThrow('multiple commands')
  })

  it('returns dates and exact numbers as text, and counts as numbers', async () => {
    const { rows } = await sql`select date '2025-09-25' as day, timestamp(0) '2025-09-25 08:00:00' as at,
      12345678901234567890.12::numeric as money, count(*) as n from (values (1), (2)) v`.execute(
      database.db.app,
    )
    expect(rows).toEqual([
      { day: '2025-09-25', at: '2025-09-25 08:00:00', money: '12345678901234567890.12', n: 2 },
    ])
    const zone = await sql<{ TimeZone: string }>`show time zone`.execute(database.db.app)
    expect(zone.rows[0]?.TimeZone).toBe('Asia/Shanghai')
  })

  it('lets the app role change rows but no table, and lets the report role read exposed columns only', async () => {
    const { app, owner, report } = database.db
    await sql`create table made_later (n integer, secret text)`.execute(owner)
    await sql`insert into made_later values (1, 'x')`.execute(app)
    await expect(sql`select n from made_later`.execute(report)).rejects.toThrow('permission denied')
    await grantColumns(database.db, new Map([['made_later', ['n', 'gone']]]))
    await grantRights(database.db)
    expect((await sql`select n from made_later`.execute(report)).rows).toEqual([{ n: 1 }])
    await expect(sql`select secret from made_later`.execute(report)).rejects.toThrow('permission denied')
    await expect(sql`select made_later from made_later`.execute(report)).rejects.toThrow('permission denied')
    await expect(sql`insert into made_later values (2)`.execute(report)).rejects.toThrow()
    await expect(sql`drop table made_later`.execute(app)).rejects.toThrow('must be owner')
    await expect(sql`select * from sys_session`.execute(report)).rejects.toThrow('permission denied')
    await grantColumns(database.db, new Map())
    await expect(sql`select n from made_later`.execute(report)).rejects.toThrow('permission denied')
  })

  it('reconnects after a lost connection, and reports that messages may have been lost', async () => {
    const { db } = database
    const heard: string[] = []
    let gaps = 0
    await db.listen(
      'test_news',
      (text) => heard.push(text),
      () => gaps++,
    )
    await db.notify('test_news', 'one')
    await expect.poll(() => heard).toEqual(['one'])
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db.owner)
    await expect.poll(() => gaps).toBe(1)
    await db.notify('test_news', 'two')
    await expect.poll(() => heard).toEqual(['one', 'two'])
  })
})

describe('the data folder', () => {
  it('belongs to one server, and is taken over when its lock belongs to a killed server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'office-lock-'))
    const unlock = await lockFolder(folder)
    await expect(lockFolder(folder, { maxWaitMs: 0 })).rejects.toThrow(folder)
    unlock()
    writeFileSync(join(folder, 'lock'), '4194300 1')
    const unlockAgain = await lockFolder(folder)
    unlockAgain()
    rmSync(folder, { recursive: true })
  })

  it('is waited for while the server before is stopping, with a notice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'office-lock-'))
    const unlock = await lockFolder(folder)
    const notices: string[] = []
    const next = lockFolder(folder, {
      onWait: (text) => {
        notices.push(text)
        unlock()
      },
    })
    const unlockNext = await next
    expect(notices).toEqual([expect.stringContaining('等它停止，最多 15 秒')])
    unlockNext()
    rmSync(folder, { recursive: true })
  })
})

describe('the listening socket', () => {
  it('answers "starting" until the server is ready', async () => {
    const front = createListener('127.0.0.1', 0)
    await front.listen()
    const early = await fetch(`${front.address}/healthz`)
    expect([early.status, await early.json()]).toEqual([503, { status: 'starting' }])
    front.use((_request, response) => void response.end('{"status":"ok"}'))
    expect(await (await fetch(`${front.address}/healthz`)).json()).toEqual({ status: 'ok' })
    await front.close()
    await expect(createListener('127.0.0.1', 0).close()).resolves.toBeUndefined()
  })
})
