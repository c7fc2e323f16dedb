import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { countWrongMonths } from '#server/records/ledger/month-sums.ts'
import { listLedgers, openLedger } from '#server/records/ledger/open-ledger.ts'
import { findDifferences, rebuildBalances } from '#server/records/ledger/verify.ts'
import { waitForLocks } from '../../../support/lock-waits.ts'
import { tradeDocuments } from '../../../support/trade-documents.ts'
import { TestServer } from '../resources/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(tradeDocuments)
})
afterAll(() => server?.close())

type Row = { spid: string | null; fnum: number; famount?: number }
const place = (name: string, verb: string) => `/jeecg-boot/resource/trade/${name}/${verb}`
const add = async (
  name: 'receipt' | 'issue',
  fwarehouse: string,
  fdate: string,
  ...items: readonly Row[]
) => {
  const rows = items.map((row) => ({ fspmc: `货${row.spid}`, ...row }))
  const { body } = await server.call('admin', 'POST', place(name, 'add'), {
    body: { fwarehouse, fdate, items: rows },
  })
  return body.result as { id: string; fno: string }
}
const move = (name: string, code: string, ids: string, app?: FastifyInstance) =>
  server.call('admin', 'POST', place(name, `move/${code}`), { body: { ids }, ...(app && { app }) })
/** Adds a bill and approves it. */
const post = async (...bill: Parameters<typeof add>) => {
  const added = await add(...bill)
  return { ...added, answer: await move(bill[0], 'audit', added.id) }
}
const ledger = () => openLedger(server.services.documents, 'trade/ledger')
const readBalance = async (warehouse: string) => {
  const { rows } = await sql<{ spid: string; fnum: string; famount: string }>`
    select spid, fnum, famount from trade_balance where fwarehouse = ${warehouse} order by spid`.execute(
    server.services.db.app,
  )
  return rows.map(({ spid, fnum, famount }) => `${spid} ${Number(fnum)} ${Number(famount)}`)
}
const readEntries = async (warehouse: string) => {
  const { rows } = await sql<{ day: string; fnum: string; famount: string; kind: string }>`
    select to_char(entry_date, 'MM-DD') as day, coalesce(fnum, 0) as fnum, coalesce(famount, 0) as famount,
      case when reverses is not null then 'reverses' when adjusts is not null then 'adjusts' else '' end as kind
    from trade_entry where fwarehouse = ${warehouse} order by id`.execute(server.services.db.app)
  return rows.map(({ day, fnum, famount, kind }) =>
    `${day} ${Number(fnum)} ${Number(famount)} ${kind}`.trim(),
  )
}

it('an approval adds an entry for each row, and what goes out costs the average', async () => {
  await post('receipt', 'A', '2026-03-01', { spid: 'x', fnum: 3, famount: 10 })
  await post('receipt', 'A', '2026-03-02', { spid: 'x', fnum: 3, famount: 14 })
  await post('issue', 'A', '2026-03-03', { spid: 'x', fnum: 5 }, { spid: 'x', fnum: 1 })
  expect(await readEntries('A')).toEqual(['03-01 3 10', '03-02 3 14', '03-03 -5 -20', '03-03 -1 -4'])
  expect(await readBalance('A')).toEqual(['x 0 0'])
})

it('a reversal is an entry of its own, and the same bill can be approved again', async () => {
  const { id } = await post('receipt', 'B', '2026-03-01', { spid: 'x', fnum: 2, famount: 5 })
  expect((await move('receipt', 'unaudit', id)).body.code).toBe(200)
  expect(await readBalance('B')).toEqual(['x 0 0'])
  expect((await move('receipt', 'audit', id)).body.code).toBe(200)
  expect(await readEntries('B')).toEqual(['03-01 2 5', '03-01 -2 -5 reverses', '03-01 2 5'])
  expect((await move('receipt', 'unaudit', id)).body.code).toBe(200)
  expect(await readBalance('B')).toEqual(['x 0 0'])
})

it('what moves within the ledger keeps its cost, and what is found costs the average', async () => {
  await post('receipt', 'M', '2026-03-01', { spid: 'x', fnum: 3, famount: 10 })
  const body = {
    fwarehouse: 'M',
    ftarget: 'N',
    fdate: '2026-03-02',
    items: [{ spid: 'x', fspmc: '货', fnum: 2 }],
  }
  const moved = await server.call('admin', 'POST', place('transfer', 'add'), { body })
  expect((await move('transfer', 'audit', String(moved.body.result.id))).body.code).toBe(200)
  expect([await readBalance('M'), await readBalance('N')]).toEqual([['x 1 3.33'], ['x 2 6.67']])
  // The bill comes from no warehouse that has the goods: what it brings costs what a unit costs there.
  const found = await server.call('admin', 'POST', place('transfer', 'add'), {
    body: { ...body, fwarehouse: 'H', ftarget: 'N', items: [{ spid: 'x', fspmc: '货', fnum: 1 }] },
  })
  await server.call('admin', 'POST', place('depot', 'add'), { body: { fcode: 'H', fopen: 'Y' } })
  expect((await move('transfer', 'audit', String(found.body.result.id))).body.code).toBe(200)
  expect((await move('transfer', 'unaudit', String(found.body.result.id))).body.code).toBe(200)
  expect(await readBalance('N')).toEqual(['x 2 6.67'])
  // What moved on has the cost of an earlier receipt too, there and in what went out from there.
  await post('issue', 'N', '2026-03-03', { spid: 'x', fnum: 1 })
  const early = await post('receipt', 'M', '2026-02-28', { spid: 'x', fnum: 3, famount: 14 })
  expect([await readBalance('M'), await readBalance('N')]).toEqual([['x 4 16'], ['x 1 4']])
  expect(await readEntries('N')).toEqual(
    expect.arrayContaining(['03-02 0 1.33 adjusts', '03-03 0 -0.66 adjusts']),
  )
  await move('receipt', 'unaudit', early.id)
  expect([await readBalance('M'), await readBalance('N')]).toEqual([['x 1 3.33'], ['x 1 3.33']])
})

it('an entry of an earlier day changes the costs after it by entries that adjust them', async () => {
  await post('receipt', 'C', '2026-03-01', { spid: 'x', fnum: 2, famount: 10 })
  await post('issue', 'C', '2026-03-05', { spid: 'x', fnum: 1 })
  const early = await post('receipt', 'C', '2026-03-03', { spid: 'x', fnum: 2, famount: 30 })
  expect(await readEntries('C')).toEqual(['03-01 2 10', '03-05 -1 -5', '03-03 2 30', '03-05 0 -5 adjusts'])
  expect(await readBalance('C')).toEqual(['x 3 30'])
  await move('receipt', 'unaudit', early.id)
  expect(await readBalance('C')).toEqual(['x 1 5'])
})

it('a reversal takes back the cost that another posting changed while it waited', async () => {
  await post('receipt', 'R', '2026-03-01', { spid: 'x', fnum: 2, famount: 10 })
  const issue = await post('issue', 'R', '2026-03-05', { spid: 'x', fnum: 1 })
  const early = await add('receipt', 'R', '2026-03-03', { spid: 'x', fnum: 2, famount: 30 })
  const { owner } = server.test.db
  let both: Promise<unknown> = Promise.resolve()
  await owner.transaction().execute(async (trx) => {
    // The receipt waits here after it has added what changes the cost of the issue.
    await sql`select 1 from sys_ledger_month for update`.execute(trx)
    const receipt = move('receipt', 'audit', early.id)
    await waitForLocks(server.test.db.app)
    both = Promise.all([receipt, move('issue', 'unaudit', issue.id)])
    await waitForLocks(server.test.db.app, 2)
  })
  await both
  expect(await readBalance('R')).toEqual(['x 4 40'])
})

it('an issue of an earlier day is refused when a later day would lack the goods', async () => {
  await post('receipt', 'D', '2026-03-05', { spid: 'x', fnum: 2, famount: 4 })
  const { answer } = await post('issue', 'D', '2026-03-04', { spid: 'x', fnum: 1 })
  expect([answer.headers['x-error-code'], answer.body.message]).toEqual([
    'LEDGER_SHORT_LATER',
    '库存不足：「D x 货x」的数量到 2026-03-04 会是 -1，不能低于 0',
  ])
  expect(await readBalance('D')).toEqual(['x 2 4'])
})

it('of bills that are approved together the earliest day counts', async () => {
  await post('receipt', 'L', '2026-03-05', { spid: 'x', fnum: 4, famount: 4 })
  const now = await add('issue', 'L', '2026-03-06', { spid: 'x', fnum: 1 })
  const early = await add('issue', 'L', '2026-03-04', { spid: 'x', fnum: 1 })
  const answer = await move('issue', 'audit', `${now.id},${early.id}`)
  expect(answer.headers['x-error-code']).toBe('LEDGER_SHORT_LATER')
  expect(await readBalance('L')).toEqual(['x 4 4'])
})

it('goods that have left prevent the reversal of their receipt, which names the bill', async () => {
  const { id } = await post('receipt', 'E', '2026-03-01', { spid: 'x', fnum: 2, famount: 4 })
  const issue = await post('issue', 'E', '2026-03-02', { spid: 'x', fnum: 1 })
  const { headers, body } = await move('receipt', 'unaudit', id)
  expect([headers['x-error-code'], body.message]).toEqual([
    'LEDGER_USED',
    `「E x 货x」的数量后来已被出库单「${issue.fno}」用去，不能退回：请先退回那些单据`,
  ])
  expect(await readBalance('E')).toEqual(['x 1 2'])
})

it('a row without a required dimension is refused by its line', async () => {
  const { answer } = await post('receipt', 'F', '2026-03-01', { spid: 'x', fnum: 1 }, { spid: null, fnum: 1 })
  expect(answer.body.message).toBe('「编号」没有填，记不了「商品账」，请在明细第 2 行填上')
  expect(await readBalance('F')).toEqual([])
})

it('a closed day takes no entries, and a depot that allows it may fall below zero', async () => {
  const close = (day: string | null) =>
    sql`update sys_ledger set closed_until = ${day} where ledger = 'trade/ledger'`.execute(
      server.services.db.app,
    )
  const { id } = await post('receipt', 'G', '2026-01-31', { spid: 'x', fnum: 1, famount: 1 })
  await close('2026-01-31')
  const late = await post('receipt', 'G', '2026-01-31', { spid: 'x', fnum: 1, famount: 1 })
  expect([late.answer.headers['x-error-code'], late.answer.body.message]).toEqual([
    'LEDGER_CLOSED',
    '「商品账」已结账到 2026-01-31，2026-01-31 的记不进去：请改日期，或请有权的人先反结账',
  ])
  expect((await move('receipt', 'unaudit', id)).headers['x-error-code']).toBe('LEDGER_CLOSED')
  await close(null)
  await server.call('admin', 'POST', place('depot', 'add'), { body: { fcode: 'H', fopen: 'Y' } })
  expect((await post('issue', 'H', '2026-03-01', { spid: 'x', fnum: 3 })).answer.body.code).toBe(200)
  expect(await readBalance('H')).toEqual(['x -3 0'])
})

it('the balance as of a day and its entries are answered to those who may list them', async () => {
  const bill = await post('receipt', 'J', '2026-03-01', { spid: 'x', fnum: 4, famount: 8 })
  await post('issue', 'J', '2026-03-03', { spid: 'x', fnum: 1 })
  await move(
    'receipt',
    'audit',
    (await add('receipt', 'J', '2026-03-05', { spid: 'x', fnum: 1, famount: 2 })).id,
  )
  const ask = (who: 'admin' | 'reader', verb: string, query: Record<string, string>) =>
    server.call(who, 'GET', `/jeecg-boot/ledger/trade/ledger/${verb}`, { query: { ...query, _t: '1' } })
  const readDay = async (day: string) => {
    const { body } = await ask('admin', 'balances', { day, pageSize: '200' })
    const rows = body.result.rows as { id: string; texts: Record<string, string> }[]
    return rows.filter(({ texts }) => texts.fwarehouse === 'J')
  }
  expect((await readDay('2026-03-02')).map(({ texts }) => [texts.fnum, texts.famount])).toEqual([
    ['4.00', '8.00'],
  ])
  expect(await readDay('2026-02-28')).toEqual([])
  // The month before is summed up once, and a later entry of it counts there.
  await post('receipt', 'J', '2026-02-10', { spid: 'x', fnum: 1, famount: 2 })
  await post('receipt', 'J', '2026-01-31', { spid: 'x', fnum: 2, famount: 4 })
  expect((await readDay('2026-03-02')).map(({ texts }) => texts.fnum)).toEqual(['7.00'])
  expect((await readDay('2026-02-10')).map(({ texts }) => texts.fnum)).toEqual(['3.00'])
  expect((await readDay('2026-02-09')).map(({ texts }) => texts.fnum)).toEqual(['2.00'])
  const [now] = await readDay('2026-03-31')
  expect(now?.texts).toMatchObject({ fnum: '7.00', famount: '14.00' })
  const entries = await ask('admin', 'entries', { balance: String(now?.id) })
  const rows = entries.body.result.rows as {
    source: { name: string }
    texts: object
    running: object
    kind: string
  }[]
  expect(rows.map(({ running }) => running)).toEqual([
    { fnum: '7.00', famount: '14.00' },
    { fnum: '6.00', famount: '12.00' },
    { fnum: '7.00', famount: '14.00' },
    { fnum: '3.00', famount: '6.00' },
    { fnum: '2.00', famount: '4.00' },
  ])
  expect(rows[2]).toMatchObject({ source: { name: bill.fno }, kind: 'posted', texts: { fnum: '4.00' } })
  for (const verb of ['balances', 'entries'])
    expect((await ask('reader', verb, verb === 'entries' ? { balance: String(now?.id) } : {})).status).toBe(
      403,
    )
})

it('months are closed in their order, by holders of the right, and what is still open is listed', async () => {
  const ask = (who: 'admin' | 'reader', verb: 'close' | 'reopen', month: string) =>
    server.call(who, 'POST', `/jeecg-boot/ledger/trade/ledger/${verb}`, { body: { month } })
  const read = async () =>
    (await server.call('admin', 'GET', '/jeecg-boot/ledger/trade/ledger/months')).body.result
  await post('receipt', 'K', '2025-12-30', { spid: 'x', fnum: 1, famount: 1 })
  await add('receipt', 'K', '2025-12-31', { spid: 'x', fnum: 1, famount: 1 })
  const before = await read()
  expect([before.closed, before.next, before.open]).toEqual([
    null,
    '2025-12',
    [{ title: '入库单', count: 1, path: null }],
  ])
  expect((await ask('reader', 'close', '2025-12')).status).toBe(403)
  expect((await ask('admin', 'close', '2026-01')).headers['x-error-code']).toBe('LEDGER_MONTH_CHANGED')
  expect((await ask('admin', 'close', '2025-12')).body.code).toBe(200)
  const late = await post('receipt', 'K', '2025-12-31', { spid: 'x', fnum: 1, famount: 1 })
  expect(late.answer.headers['x-error-code']).toBe('LEDGER_CLOSED')
  expect(await read()).toMatchObject({ closed: '2025-12', next: '2026-01', closedBy: expect.any(String) })
  expect((await ask('admin', 'reopen', '2025-11')).headers['x-error-code']).toBe('LEDGER_MONTH_CHANGED')
  expect((await ask('admin', 'reopen', '2025-12')).body.code).toBe(200)
  expect(await read()).toMatchObject({ closed: null, next: '2025-12' })
  expect((await move('receipt', 'audit', late.id)).body.code).toBe(200)
})

it('parallel approvals and reversals on two servers leave no balance below zero, and each is the sum of its entries', async () => {
  const another = await server.openAnother()
  const names = ['p', 'q', 'r']
  await post('receipt', 'P', '2026-03-01', ...names.map((spid) => ({ spid, fnum: 10, famount: 30 })))
  const bills = await Promise.all(
    Array.from({ length: 24 }, (_, at) => {
      const rows = names.toSorted(() => (at % 2) - 0.5).map((spid) => ({ spid, fnum: 1 }))
      return add('issue', 'P', '2026-03-02', ...rows)
    }),
  )
  const answers = await Promise.all(
    bills.map(async ({ id }, at) => {
      const approved = await move('issue', 'audit', id, at % 2 ? another.app : server.app)
      return at % 6 === 0 && approved.body.code === 200 ? await move('issue', 'unaudit', id) : approved
    }),
  )
  await another.close()
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const balance = await readBalance('P')
  expect(new Set(balance.map((line) => line.slice(1))).size).toBe(1)
  expect(Number(balance[0]?.split(' ')[1])).toBeGreaterThanOrEqual(0)
  expect(await findDifferences(server.services.db.app, ledger(), 10)).toEqual([])
  expect(await countWrongMonths(server.services.db.app, ledger())).toBe(0)
})

it('a server that ends at any statement of an approval or reversal has written all of it, or nothing', async () => {
  const { id } = await post('receipt', 'Z', '2026-03-01', { spid: 'x', fnum: 9, famount: 9 })
  const { app, owner } = server.services.db
  const readState = async () => {
    const { rows } = await sql<{ state: string }>`
      select fstates as state from trade_receipt where id = ${id}`.execute(app)
    const entries = await readEntries('Z')
    return [rows[0]?.state, (await readBalance('Z'))[0], entries.length % 2 === 1].join(' ')
  }
  const states = { unaudit: '待审核 x 0 0 false', audit: '已审核 x 9 9 true' }
  const query = pg.Client.prototype.query
  /** Ends the connection before a statement, as that of a server that is killed; false: there are fewer statements. */
  const moveEndedAt = async (code: 'audit' | 'unaudit', statement: number): Promise<boolean> => {
    let count = 0
    pg.Client.prototype.query = function (this: pg.Client & { processID?: number }, ...args: unknown[]) {
      const run = () => (query as (...all: unknown[]) => unknown).apply(this, args)
      if (++count !== statement) return run()
      pg.Client.prototype.query = query
      return sql`select pg_terminate_backend(${this.processID})`.execute(owner).then(run)
    } as typeof query
    await move('receipt', code, id)
    pg.Client.prototype.query = query
    return count >= statement
  }
  const patience = { timeout: 20_000 }
  let ended = 0
  for (const [code, before] of [
    ['unaudit', 'audit'],
    ['audit', 'unaudit'],
  ] as const)
    for (let statement = 1; await moveEndedAt(code, statement); statement++) {
      ended++
      // Another statement may still find the ended connection in the pool.
      const state = await vi.waitFor(readState, patience)
      expect([states.audit, states.unaudit]).toContain(state)
      const restore = async () => expect((await move('receipt', before, id)).body.success).toBe(true)
      if (state === states[code]) await vi.waitFor(restore, patience)
    }
  expect(ended).toBeGreaterThan(20)
  expect(await findDifferences(app, ledger(), 10)).toEqual([])
  expect(await countWrongMonths(app, ledger())).toBe(0)
})

it('a balance that was changed by hand is found, and rebuilt from the entries', async () => {
  await post(
    'receipt',
    'V',
    '2026-03-01',
    { spid: 'x', fnum: 2, famount: 4 },
    { spid: 'y', fnum: 1, famount: 1 },
  )
  const { app } = server.services.db
  await sql`update sys_ledger_month set sums = '{"fnum": 9}' where balance = (select id from trade_balance
    where fwarehouse = 'V' and spid = 'x')`.execute(app)
  await sql`update trade_balance set fnum = 7 where fwarehouse = 'V' and spid = 'x'`.execute(app)
  await sql`delete from trade_balance where fwarehouse = 'V' and spid = 'y'`.execute(app)
  const found = await findDifferences(app, ledger(), 10)
  expect(
    found.map(({ dimensions, measure, balance, sum }) => [...dimensions, measure, balance, sum].join(' ')),
  ).toEqual(['V x fnum 7.00 2.00', 'V y fnum  1.00', 'V y famount  1.00'])
  expect(await countWrongMonths(app, ledger())).toBe(1)
  expect(await server.services.db.write((trx) => rebuildBalances(trx, ledger()))).toBe(2)
  expect(await findDifferences(app, ledger(), 10)).toEqual([])
  expect(await countWrongMonths(app, ledger())).toBe(0)
  expect(await readBalance('V')).toEqual(['x 2 4', 'y 1 1'])
  expect(listLedgers(server.services.documents).map(({ document }) => document.id)).toEqual([
    'demo/ledger',
    'trade/ledger',
  ])
})
