import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '#server/platform/store/database.ts'
import { runAs } from '#server/platform/store/requester.ts'
import { TestServer } from '../test-server.ts'

/** A dictionary of a table: each text is read by a statement. */
const units = {
  version: 2,
  kind: 'dict',
  id: 'dict/demo-unit',
  title: '单位',
  code: 'demo_unit',
  source: { screen: 'demo/order', text: 'fname', value: 'fcode' },
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ 'dict/demo-unit.json': units })
})
afterAll(() => server?.close())

/** Returns the number of statements in this database that wait for a lock. */
async function countWaits(trx: Trx): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`.execute(trx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Locks the rows of an order until `during` has ended. */
const whileLocked = <T>(id: string, during: (trx: Trx) => Promise<T>): Promise<T> =>
  server.test.db.owner.transaction().execute(async (trx) => {
    await sql`select 1 from demo_order where id = ${id} for update`.execute(trx)
    return await during(trx)
  })

const edit = (id: string, fname: string) => server.order('clerk', 'edit', 'PUT', { body: { id, fname } })
const as = (key: string) => ({ key, signal: () => undefined })

describe('a session with many slow requests', () => {
  it('does not delay other sessions when its 60 saves wait for a lock, nor its own lists', async () => {
    const { id } = await server.add()
    const events: string[] = []
    const saves = await whileLocked(id, async (trx) => {
      const sent = Array.from({ length: 60 }, async (_, n) => {
        const { status } = await edit(id, `第${n}次`)
        events.push('slow save')
        return status
      })
      await expect.poll(() => countWaits(trx), { interval: 5 }).toBeGreaterThanOrEqual(4)
      const answers = await Promise.all([
        server.order('reader', 'list', 'GET'),
        server.order('reader', 'add', 'POST', { body: { fname: '旁人的', items: [{ fspmc: '纸' }] } }),
        server.order('clerk', 'list', 'GET'),
      ])
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [200, 200],
        [200, 200],
        [200, 200],
      ])
      expect(await countWaits(trx)).toBeLessThanOrEqual(4)
      events.push('others answered')
      return sent
    })
    const statuses = new Set(await Promise.all(saves))
    // On a slow machine some have reached their time limit and are refused.
    expect([...statuses].filter((status) => ![200, 423, 429].includes(status))).toEqual([])
    expect(events).toContain('others answered')
  })

  it('uses 6 of the connections for reads, and another session gets a connection', async () => {
    const { app, owner } = server.test.db
    const reads = await owner.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(77)`.execute(trx)
      const slow = Array.from({ length: 60 }, () =>
        runAs(as('greedy'), () => sql`select pg_advisory_xact_lock_shared(77)`.execute(app)).catch(
          () => 'gave up',
        ),
      )
      await expect.poll(() => countWaits(trx), { interval: 5 }).toBeGreaterThanOrEqual(6)
      const other = await runAs(as('modest'), () => sql<{ n: number }>`select 1 as n`.execute(app))
      expect(other.rows).toEqual([{ n: 1 }])
      expect(await countWaits(trx)).toBe(6)
      return slow
    })
    await Promise.all(reads)
  })

  it('is refused with a clear text while another user saves the record, and stores nothing', async () => {
    const { id } = await server.add()
    const answer = await whileLocked(id, () => edit(id, '等不到'))
    expect([answer.status, answer.body.message]).toEqual([423, '该记录正被他人保存，请稍后再试'])
    const found = await server.order('clerk', 'queryById', 'GET', { query: { id } })
    expect(found.body.result).toMatchObject({ fname: '订单', rev: 1 })
  })
})

describe('a transaction', () => {
  const conflict = sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`

  it('reads all texts beforehand, so that no record route needs a second connection', async () => {
    const { id, items } = await server.add({ fcode: '册', funit: null })
    const bill = '/jeecg-boot/resource/demo/purchase'
    const made = await server.call('clerk', 'POST', `${bill}/add`, { body: { fname: '采购' } })
    const rows = { master: String(made.body.result.id) }
    const row = await server.call('clerk', 'POST', `${bill}/items/add`, {
      query: rows,
      body: { fspmc: '纸', funit: '册' },
    })
    const ofRow = { id: row.body.result?.id, rev: row.body.result?.rev, funit: '册', fnum: 2 }
    const change = { added: [], changed: [{ id: items[0].id, funit: '册' }], removed: [] }
    const answers = [
      row,
      await server.call('clerk', 'PUT', `${bill}/items/edit`, { query: rows, body: ofRow }),
      await server.call('clerk', 'DELETE', `${bill}/items/delete`, {
        query: { ...rows, id: String(ofRow.id) },
      }),
      await server.order('clerk', 'edit', 'PUT', { body: { id, funit: '册', items: change } }),
      await server.call('clerk', 'POST', `${bill}/move/audit`, { body: { ids: rows.master } }),
      await server.order('clerk', 'delete', 'DELETE', { query: { id } }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [200, 200]))
  })

  it('uses one connection and one transaction', async () => {
    const { db } = server.test
    await expect(db.write(() => sql`select 1`.execute(db.app))).rejects.toThrow('second connection')
    await expect(db.write(() => db.write(async () => 1))).rejects.toThrow('inside another')
    expect(await db.write(async (trx) => (await sql`select 1 as n`.execute(trx)).rows)).toEqual([{ n: 1 }])
  })

  it('runs once more after a deadlock without traces of the first run', async () => {
    const { db } = server.test
    await sql`create table tst_tries (n integer)`.execute(db.owner)
    let tries = 0
    const work = (most: number) => async (trx: Trx) => {
      tries += 1
      await sql`insert into tst_tries values (${tries})`.execute(trx)
      if (tries <= most) await conflict.execute(trx)
      return (await sql`select n from tst_tries`.execute(trx)).rows
    }
    expect(await db.write(work(1))).toEqual([{ n: 2 }])
    tries = 0
    await expect(db.write(work(9))).rejects.toMatchObject({ code: '40P01' })
    expect(tries).toBe(2)
  })

  it('saves rows with their revisions when it runs the second time', async () => {
    const { owner } = server.test.db
    const order = await server.add()
    const [row] = order.items
    await sql`create sequence tst_turn`.execute(owner)
    await sql`grant all on sequence tst_turn to public`.execute(owner)
    await sql`create function tst_fail_once() returns trigger language plpgsql as $$
      begin
        if nextval('tst_turn') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return new;
      end $$`.execute(owner)
    await sql`create trigger tst_once before update on demo_order_item
      for each row execute function tst_fail_once()`.execute(owner)
    const changed = (rev: number, fnum: number) => ({
      body: { id: order.id, items: { added: [], changed: [{ id: row.id, rev, fnum }], removed: [] } },
    })
    const answer = await server.order('clerk', 'edit', 'PUT', changed(row.rev, 7))
    expect(answer.body.result?.items).toMatchObject([{ fnum: 7, rev: 2 }])
    expect((await server.order('clerk', 'edit', 'PUT', changed(row.rev, 8))).status).toBe(409)
  })
})
