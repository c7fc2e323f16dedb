import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'
import { codes, files } from './buy-screens.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(files, { clerk: codes })
})
afterAll(() => server?.close())

const send = (screen: string, verb: string, body: unknown) =>
  server.call('clerk', 'POST', `/jeecg-boot/resource/demo/${screen}/${verb}`, { body })
const read = async (screen: string, id: string) =>
  (await server.call('clerk', 'GET', `/jeecg-boot/resource/demo/${screen}/queryById`, { query: { id } })).body
    .result

/** Two audited orders of one supplier with two rows of ten each. */
async function addOrders() {
  const orders: { id: string; items: { id: string }[] }[] = []
  for (let count = 0; count < 2; count++) {
    const items = [1, 2].map(() => ({ fname: '纸', fnum: 10 }))
    const { id } = (await send('buy', 'add', { fsupplier: '甲', items })).body.result
    await send('buy', 'move/audit', { ids: id })
    orders.push(await read('buy', id))
  }
  return orders
}

const amount = fc.integer({ min: 1, max: 8 })
/** Each takes from rows in an order of its own, so that locks are asked for in every order. */
const step = fc.record({
  kind: fc.constantFrom('take', 'take', 'take', 'change', 'void', 'remove', 'unaudit'),
  rows: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }),
  at: fc.nat(20),
  amount,
})

it('followers that are saved at once never take more than the orders have', { timeout: 60_000 }, async () => {
  const property = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 3, maxLength: 6 }), { minLength: 3, maxLength: 4 }),
    async (rounds) => {
      const orders = await addOrders()
      const rows = orders.flatMap(({ items }) => items)
      const receipts: string[] = []
      for (const round of rounds) {
        const replies = await Promise.all(
          round.map(async (entry) => {
            if (entry.kind === 'take') {
              const items = entry.rows.map((at) => ({ fnum: entry.amount, fbuyrow: rows[at]?.id }))
              const reply = await send('receipt', 'add', { fsupplier: '甲', items })
              if (reply.body.success) receipts.push(reply.body.result.id)
              return reply
            }
            if (entry.kind === 'unaudit')
              return await send('buy', 'move/unaudit', { ids: orders[entry.at % 2]?.id })
            const id = receipts[entry.at % Math.max(receipts.length, 1)]
            if (id === undefined) return null
            if (entry.kind === 'void') return await send('receipt', 'move/void', { ids: id })
            if (entry.kind === 'remove')
              return await server.call('clerk', 'DELETE', '/jeecg-boot/resource/demo/receipt/delete', {
                query: { id },
              })
            const items = (await read('receipt', id))?.items ?? []
            const changed = items.map((row: { id: string }) => ({ id: row.id, fnum: entry.amount }))
            return await send('receipt', 'edit', { id, items: { changed } })
          }),
        )
        for (const reply of replies) expect(reply?.status ?? 200).toBeLessThan(500)
        const { rows: found } = await sql<{ state: string; done: number; taken: number }>`
        select h.fstates as state, i.to_receipt_done::float as done, coalesce((
          select sum(r.fnum) from demo_receipt_item r join demo_receipt s on r.fbillid = s.id
          where r.fbuyrow = i.id and s.del_flag = 0 and s.fstates <> '已作废'), 0)::float as taken
        from demo_buy_item i join demo_buy h on i.fbillid = h.id
        where h.id in (${sql.join(orders.map(({ id }) => id))})`.execute(server.services.db.app)
        for (const { state, done, taken } of found) {
          expect(done).toBe(taken)
          expect(done).toBeLessThanOrEqual(11)
          // An order is un-approved only while nothing follows it, and nothing follows it afterwards.
          if (state === '待审核') expect(taken).toBe(0)
        }
        for (const { id } of orders) await send('buy', 'move/audit', { ids: id })
      }
    },
  )
  await fc.assert(property, { numRuns: 8, endOnFailure: true })
})
