import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordStatements } from '../../statements.ts'
import { TestServer } from '../test-server.ts'

/** Its rows reference the number, which must be known before them. */
const byNumber = {
  version: 2,
  kind: 'screen',
  id: 'demo/slip',
  title: '单子',
  perm: 'demo:slip',
  table: { name: 'demo_slip' },
  fields: [
    { key: 'fno', title: '编号', type: 'input', length: 32, auto: 'DZ{##}' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_slip_item', fk: 'fslip', ref: 'fno' },
      fields: [{ key: 'fspmc', title: '品名', type: 'input' }],
    },
  ],
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/slip.json': byNumber },
    { clerk: ['demo:slip:add', 'demo:slip:list'] },
  )
})
afterAll(() => server?.close())

it('save takes its number in the statement that stores the head, after its rows', async () => {
  await server.add()
  const statements = await recordStatements(() =>
    server.order('clerk', 'add', 'POST', {
      body: { fname: '订单', fwarehouse: 'W1', items: [{ fspmc: '纸', fnum: 2 }] },
      headers: { 'idempotency-key': 'numbers-1' },
    }),
  )
  const texts = statements.map(({ text }) => text.replace(/\s+/g, ' ').trim())
  const numbered = texts.findIndex((text) => text.includes('sys_number'))
  expect(texts[numbered]).toContain('insert into "demo_order" as t')
  expect(texts.findIndex((text) => text.startsWith('insert into "demo_order_item"'))).toBeLessThan(numbered)
  const locked = texts.slice(numbered + 1).filter((text) => !text.startsWith('select'))
  const words = locked.map((text) => text.split(' ').slice(0, 2).join(' '))
  // The version of the record for the data log; the operation log follows the commit.
  expect(words.slice(0, words.indexOf('commit') + 1)).toEqual([
    'update sys_idempotency',
    'with added',
    'commit',
  ])
})

it('simultaneous saves receive numbers without a gap or a duplicate, also past the width of the pattern', async () => {
  const add = () =>
    server.call('clerk', 'POST', '/jeecg-boot/resource/demo/slip/add', { body: { items: [{ fspmc: '纸' }] } })
  const addAtOnce = (length: number) => Promise.all(Array.from({ length }, add))
  const saved = [...(await addAtOnce(60)), ...(await addAtOnce(45))]
  const numbers = saved.map(({ body }) => body.result.fno)
  expect(numbers.sort()).toEqual(
    Array.from({ length: 105 }, (_, at) => `DZ${String(at + 1).padStart(2, '0')}`).sort(),
  )
  expect(saved[0]?.body.result.items).toMatchObject([{ fspmc: '纸' }])
})

it('save that the database refuses leaves no gap', async () => {
  const body = { fname: '订单', fcode: 'N-1', items: [{ fspmc: '纸', fnum: 2 }] }
  const first = await server.add(body)
  const refused = await server.order('clerk', 'add', 'POST', { body })
  expect(refused.body.result.problems).toMatchObject([{ path: '/fcode', code: 'unique' }])
  const next = await server.add()
  expect(Number(next.fno.slice(-4))).toBe(Number(first.fno.slice(-4)) + 1)
})
