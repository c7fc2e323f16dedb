import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BATCH, listSweeps, sweepRows, sweepTable } from '#server/modules/maintenance/sweeps.ts'
import { openCaptcha } from '#server/modules/session/bot-check/captcha.ts'
import { makeCode } from '#server/modules/session/passwords/codes.ts'
import { count } from '#server/modules/session/passwords/counters.ts'
import { issue } from '#server/modules/session/passwords/one-time.ts'
import { rememberDevice } from '#server/modules/session/sessions/known-devices.ts'
import type { Database } from '#server/platform/store/database.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'

const ages = { sessionIdle: 3600 }
const AMOUNT = 10_000

let server: TestServer
let db: Database
let userId: string
beforeAll(async () => {
  server = await createBaseServer()
  db = server.services.db
  const { rows } = await sql<{ id: string }>`select id from sys_user where username = 'clerk'`.execute(db.app)
  userId = rows[0]?.id ?? ''
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const { table } of listSweeps(ages)) await sql`delete from ${sql.table(table)}`.execute(db.app)
})

/** Statements that create rows `n` with an age that is given as an SQL interval. */
const makeRows: Record<string, (from: number, to: number, age: string) => string> = {
  sys_idempotency: (from, to, age) =>
    `insert into sys_idempotency (user_id, key, body_hash, create_time)
     select 'u', 'k' || n, '', now() - interval '${age}' from generate_series(${from}, ${to}) n`,
  sys_session: (from, to, age) =>
    `insert into sys_session (token, user_id, last_seen, expires)
     select 't' || n, '${userId}', now() - interval '${age}', now() + interval '7 days'
     from generate_series(${from}, ${to}) n`,
  sys_counter: (from, to, age) =>
    `insert into sys_counter (scope, who, count, ends)
     select 's', 'w' || n, 1, now() - interval '${age}' from generate_series(${from}, ${to}) n`,
  sys_captcha: (from, to, age) =>
    `insert into sys_captcha (key, answer, expires)
     select 'k' || n, '1', now() - interval '${age}' from generate_series(${from}, ${to}) n`,
  sys_one_time: (from, to, age) =>
    `insert into sys_one_time (digest, kind, data, expires)
     select 'd' || n, 'slide', '{}', now() - interval '${age}' from generate_series(${from}, ${to}) n`,
  sys_sms_code: (from, to, age) =>
    `insert into sys_sms_code (phone, mode, hash, expires)
     select 'p' || n, '0', '', now() - interval '${age}' from generate_series(${from}, ${to}) n`,
  sys_sign_in_place: (from, to, age) =>
    `insert into sys_sign_in_place (user_id, place, last)
     select '${userId}', 'p' || n, now() - interval '${age}' from generate_series(${from}, ${to}) n`,
  sys_outbox: (from, to, age) =>
    `insert into sys_outbox (address, kind, body, time)
     select 'a' || n, 'sms', '', now() - interval '${age}' from generate_series(${from}, ${to}) n`,
}

/** The ages of a row that is just expired, and of a row that is not. */
const bounds: Record<string, [old: string, fresh: string]> = {
  sys_idempotency: ['24 hours 1 minute', '23 hours 59 minutes'],
  sys_session: ['61 minutes', '59 minutes'],
  sys_sign_in_place: ['181 days', '179 days'],
  sys_outbox: ['8 days', '6 days'],
}
const getBounds = (table: string) => bounds[table] ?? ['1 second', '-1 minute']

const make = (table: string, from: number, to: number, age: string) =>
  sql.raw(makeRows[table]?.(from, to, age) ?? '').execute(db.app)

async function countRows(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db.app)
  return rows[0]?.n ?? 0
}

const getSweep = (table: string) => {
  const sweep = listSweeps(ages).find((one) => one.table === table)
  if (!sweep) throw new Error(`${table} is not swept`)
  return sweep
}

describe('a sweep', () => {
  it.each(Object.keys(makeRows))('of %s removes expired rows and keeps recent ones', async (table) => {
    const [old, fresh] = getBounds(table)
    await make(table, 1, AMOUNT, old)
    await make(table, AMOUNT + 1, AMOUNT + 7, fresh)
    expect(await sweepRows(db, ages)).toEqual({ [table]: AMOUNT })
    expect(await countRows(table)).toBe(7)
  })

  it('has a definition for every table in this test', () => {
    expect(listSweeps(ages).map(({ table }) => table)).toEqual(expect.arrayContaining(Object.keys(makeRows)))
    expect(listSweeps(ages)).toHaveLength(Object.keys(makeRows).length)
  })

  it('removes a session past its longest time, however recently it was used', async () => {
    await make('sys_session', 1, 2, '0 seconds')
    await sql`update sys_session set expires = now() - interval '1 second' where token = 't1'`.execute(db.app)
    expect(await sweepRows(db, ages)).toEqual({ sys_session: 1 })
  })

  it('removes no more than one batch in a statement', async () => {
    await sql`create table swept (n integer)`.execute(db.owner)
    await sql`create function count_swept() returns trigger language plpgsql as $$
      begin insert into swept select count(*) from gone; return null; end $$`.execute(db.owner)
    await sql`create trigger count_swept after delete on sys_counter
      referencing old table as gone for each statement execute function count_swept()`.execute(db.owner)
    await make('sys_counter', 1, 2 * BATCH + 1, '1 second')
    await sweepTable(db, getSweep('sys_counter'))
    const { rows } = await sql`select n from swept where n > 0`.execute(db.owner)
    await sql`drop trigger count_swept on sys_counter`.execute(db.owner)
    expect(rows).toEqual([{ n: BATCH }, { n: BATCH }, { n: 1 }])
  })

  it('removes each row once when two servers sweep at the same time', async () => {
    await make('sys_outbox', 1, AMOUNT, '300 days')
    const removed = await Promise.all([sweepRows(db, ages), sweepRows(db, ages)])
    const sum = removed.reduce((total, { sys_outbox = 0 }) => total + sys_outbox, 0)
    expect([sum, await countRows('sys_outbox')]).toEqual([AMOUNT, 0])
  })

  it('skips a row that another transaction has locked', async () => {
    await make('sys_counter', 1, 50, '1 hour')
    await db.owner.transaction().execute(async (trx) => {
      await sql`select 1 from sys_counter where who = 'w7' for update`.execute(trx)
      expect(await sweepRows(db, ages)).toEqual({ sys_counter: 49 })
    })
    expect(await sweepRows(db, ages)).toEqual({ sys_counter: 1 })
  })

  it('stops between two batches when the server stops', async () => {
    await make('sys_counter', 1, 3 * BATCH, '1 hour')
    const stop = new AbortController()
    const sweeping = sweepTable(db, getSweep('sys_counter'), stop.signal)
    stop.abort()
    expect(await sweeping).toBe(BATCH)
  })

  it('finds no table with partitions, whose months are archived instead', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_partitioned_table join pg_class on oid = partrelid`.execute(db.app)
    const names = rows.map(({ name }) => name)
    expect(names).toContain('sys_log')
    expect(listSweeps(ages).filter(({ table }) => names.includes(table))).toEqual([])
  })

  it.each(Object.keys(makeRows).filter((table) => table !== 'sys_session'))(
    'of %s finds expired rows by an index',
    async (table) => {
      const plan = await db.write(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        return await sql`explain select ctid from ${sql.table(table)} where ${getSweep(table).isOld}`.execute(
          trx,
        )
      })
      expect(JSON.stringify(plan.rows)).toMatch(/Index Cond/)
    },
  )
})

describe('a request', () => {
  it('does not remove the expired rows of other requests', async () => {
    const swept = [
      'sys_counter',
      'sys_captcha',
      'sys_one_time',
      'sys_sms_code',
      'sys_sign_in_place',
      'sys_outbox',
    ]
    for (const table of [...swept, 'sys_session']) await make(table, 1, 3, '300 days')
    const { sessions, sender } = server.services
    for (let n = 0; n < 300; n++) await count(db.app, { scope: 'x', most: 1, minutes: 1 }, 'x')
    await openCaptcha(db).draw('mine')
    await issue(db.app, 'slide', {}, 60)
    await makeCode(db.app, { phone: '13800000000', mode: '0' })
    await rememberDevice(db.app, userId, { ip: '10.0.0.1', agent: 'x' })
    await sender.send({ to: '13800000000', kind: 'sms', text: 'x' })
    await sessions.open(userId, { ip: '10.0.0.1', agent: 'x' })
    for (const table of [...swept, 'sys_session']) expect(await countRows(table), table).toBe(4)
  })
})
