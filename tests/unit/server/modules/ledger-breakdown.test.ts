import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginLedgers } from '#server/modules/ledger/begin.ts'
import { countWrongDays } from '#server/records/ledger/breakdown.ts'
import { openLedger } from '#server/records/ledger/open-ledger.ts'
import { findDifferences, rebuildBalances } from '#server/records/ledger/verify.ts'
import { tradeDocuments } from '../../../support/trade-documents.ts'
import { TestServer } from '../resources/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(tradeDocuments)
})
afterAll(() => server?.close())

type Bill = 'receipt' | 'issue' | 'transfer'
type Item = { fnum: number; famount?: number; flocation?: string; ffrom?: string }
const url = (name: Bill, verb: string) => `/jeecg-boot/resource/trade/${name}/${verb}`
const move = (name: Bill, code: string, ids: string) =>
  server.call('admin', 'POST', url(name, `move/${code}`), { body: { ids } })
/** Adds a bill of one kind of goods and approves it. */
async function post(name: Bill, fwarehouse: string, fdate: string, ...items: readonly Item[]) {
  const rows = items.map((item) => ({ spid: 'x', fspmc: '货', ...item }))
  const body = { fwarehouse, ftarget: fwarehouse, fdate, items: rows }
  const added = await server.call('admin', 'POST', url(name, 'add'), { body })
  const { id } = added.body.result as { id: string }
  return { id, answer: await move(name, 'audit', id) }
}
const ledger = () => openLedger(server.services.documents, 'trade/ledger')
/** The rows of a warehouse: the name of the place, what is there, and the days of the latest increase and decrease. */
const readPlaces = async (warehouse: string) => {
  const { rows } = await sql<Record<string, string | null>>`
    select fname, fnum, to_char(flastin, 'MM-DD') as "in", to_char(flastout, 'MM-DD') as out
    from trade_place where fwarehouse = ${warehouse} order by flocation`.execute(server.services.db.app)
  return rows.map((row) => `${row.fname} ${Number(row.fnum)} ${row.in ?? '-'} ${row.out ?? '-'}`)
}
const expectSound = async () => {
  const { app } = server.services.db
  expect(await findDifferences(app, ledger(), 10)).toEqual([])
  expect(await countWrongDays(app, ledger())).toBe(0)
}

it('what goes out from no location is refused by what the warehouse has, not by where it stands', async () => {
  await post(
    'receipt',
    'A',
    '2026-03-01',
    { fnum: 5, famount: 10, flocation: 'A-1' },
    { fnum: 1, famount: 2 },
  )
  const { answer } = await post('issue', 'A', '2026-03-02', { fnum: 3 })
  expect(answer.body.message).toContain('成功')
  expect(await readPlaces('A')).toEqual(['未分架 -2 03-01 03-02', 'A-1 5 03-01 -'])
  const more = await post('issue', 'A', '2026-03-02', { fnum: 4, flocation: 'A-1' })
  expect(more.answer.body.message).toBe('库存不足：「A x 货」的数量现有 3，要减 4，不能低于 0')
  await expectSound()
})

it('the cost is that of the warehouse, and a move between locations changes none', async () => {
  await post(
    'receipt',
    'B',
    '2026-03-01',
    { fnum: 2, famount: 2, flocation: 'B-1' },
    { fnum: 2, famount: 6, flocation: 'B-2' },
  )
  await post('transfer', 'B', '2026-03-02', { fnum: 1, ffrom: 'B-1', flocation: 'B-2' })
  expect(await readPlaces('B')).toEqual(['B-1 1 03-01 03-02', 'B-2 3 03-02 -'])
  await post('issue', 'B', '2026-03-03', { fnum: 3, flocation: 'B-2' })
  const { rows } = await sql<{
    famount: string
  }>`select famount from trade_balance where fwarehouse = 'B'`.execute(server.services.db.app)
  expect(rows.map(({ famount }) => Number(famount))).toEqual([2])
  await expectSound()
})

it('a reversal takes the day of what it takes back away', async () => {
  await post('receipt', 'C', '2026-03-01', { fnum: 2, famount: 2, flocation: 'C-1' })
  const { id } = await post('receipt', 'C', '2026-03-05', { fnum: 2, famount: 2, flocation: 'C-1' })
  expect(await readPlaces('C')).toEqual(['C-1 4 03-05 -'])
  await move('receipt', 'unaudit', id)
  expect(await readPlaces('C')).toEqual(['C-1 2 03-01 -'])
})

it('balances that were there before are broken down, entries without a location too', async () => {
  await post('receipt', 'D', '2026-03-01', { fnum: 2, famount: 2 }, { fnum: 3, famount: 2, flocation: 'D-1' })
  const before = await readPlaces('D')
  const { app } = server.services.db
  await sql`update trade_entry set flocation = null where flocation = ''`.execute(app)
  await sql`delete from trade_place`.execute(app)
  await beginLedgers(server.services)
  expect(await readPlaces('D')).toEqual(before)
  await expectSound()
  const { rows } = await sql<{ fspmc: string }>`select fspmc from trade_place where fwarehouse = 'D'`.execute(
    app,
  )
  expect(rows.map(({ fspmc }) => fspmc)).toEqual(['货', '货'])
  // And one that was changed by hand is found and set to its entries.
  await sql`update trade_place set fnum = 9, flastin = null where flocation = 'D-1'`.execute(app)
  expect(await findDifferences(app, ledger(), 10)).toMatchObject([
    { dimensions: ['D', 'x', 'D-1'], balance: '9.00' },
  ])
  expect(await countWrongDays(app, ledger())).toBe(1)
  await server.services.db.write((trx) => rebuildBalances(trx, ledger()))
  await expectSound()
})

const locations = ['', 'L-1', 'L-2'] as const
const location = fc.constantFrom(...locations)
const step = fc.record({
  kind: fc.constantFrom<Bill | 'unaudit'>('receipt', 'receipt', 'issue', 'transfer', 'unaudit'),
  fnum: fc.integer({ min: 1, max: 9 }),
  day: fc.integer({ min: 1, max: 28 }),
  from: location,
  to: location,
})

it('after any postings and reversals each location has the sum of its entries', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const warehouse = `R${++run}`
      const done: { name: Bill; id: string; at: (sign: number) => void }[] = []
      const expected = new Map<string, number>()
      const add = (place: string, count: number) => expected.set(place, (expected.get(place) ?? 0) + count)
      for (const { kind, fnum, day, from, to } of steps) {
        const last = kind === 'unaudit' ? done.pop() : undefined
        if (last) {
          const { body } = await move(last.name, 'unaudit', last.id)
          if (body.success) last.at(-1)
          continue
        }
        const name = kind === 'unaudit' ? 'receipt' : kind
        const item = { fnum, famount: fnum * day, flocation: to, ffrom: from }
        const { id, answer } = await post(name, warehouse, `2026-03-${String(day).padStart(2, '0')}`, item)
        if (!answer.body.success) continue
        const at = (sign: number) => {
          if (name === 'transfer') add(from, -sign * fnum)
          add(to, (name === 'issue' ? -sign : sign) * fnum)
        }
        at(1)
        done.push({ name, id, at })
      }
      const { rows } = await sql<{ place: string; count: string }>`
        select flocation as place, fnum as count from trade_place where fwarehouse = ${warehouse}`.execute(
        server.services.db.app,
      )
      const found = new Map(rows.map(({ place, count }) => [place, Number(count)]))
      for (const place of locations)
        expect([place, found.get(place) ?? 0]).toEqual([place, expected.get(place) ?? 0])
      await expectSound()
    }),
    { numRuns: 25 },
  )
})
