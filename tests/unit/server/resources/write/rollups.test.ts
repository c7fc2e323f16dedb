import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { rollupModule } from '#server/modules/rollup/module.ts'
import { sendImport } from '../../excel/send-import.ts'
import { noteScreen } from '../documents/note-screen.ts'
import { TestServer } from '../test-server.ts'

const reader = noteScreen({
  id: 'demo/reader',
  title: '读者',
  perm: 'demo:reader',
  table: { name: 'demo_reader' },
  fields: [
    { key: 'fname', title: '姓名', type: 'input' },
    { key: 'flimit', title: '可借', type: 'inputNumber', scale: 0 },
    {
      key: 'fheld',
      title: '在借',
      type: 'inputNumber',
      scale: 0,
      query: 'range',
      isOrder: true,
      rollup: { screen: 'demo/borrow', field: 'freader', how: 'count', where: 'freturn == null' },
    },
    {
      key: 'cards',
      title: '卡',
      type: 'table',
      table: { name: 'demo_reader_card', fk: 'freader' },
      fields: [{ key: 'fnext', title: '下一本', type: 'inputNumber', scale: 0, compute: 'form.fheld + 1' }],
    },
    { key: 'fleft', title: '还可借', type: 'inputNumber', scale: 0, compute: 'flimit - fheld' },
    {
      key: 'flast',
      title: '最近借出',
      type: 'date',
      rollup: { screen: 'demo/borrow', field: 'freader', how: 'max', value: 'fday' },
    },
    {
      key: 'ffine',
      title: '罚款',
      type: 'inputNumber',
      scale: 2,
      rollup: {
        screen: 'demo/bill',
        detail: 'items',
        field: 'freader',
        key: 'fname',
        how: 'sum',
        value: 'famount',
        where: "form.fstate == '已审核' and famount > 0",
      },
    },
    {
      key: 'fpaidfine',
      title: '已付罚款',
      type: 'inputNumber',
      scale: 2,
      rollup: {
        screen: 'demo/bill',
        detail: 'items',
        field: 'freader',
        key: 'fname',
        how: 'sum',
        value: 'famount',
        where: 'form.fpaid > 0',
      },
    },
  ],
})
const borrow = noteScreen({
  id: 'demo/borrow',
  title: '借阅',
  perm: 'demo:borrow',
  table: { name: 'demo_borrow', softDelete: true },
  fields: [
    { key: 'freader', title: '读者', type: 'input', length: 36 },
    { key: 'fday', title: '借出', type: 'date' },
    { key: 'freturn', title: '归还', type: 'date' },
  ],
})
const bill = noteScreen({
  id: 'demo/bill',
  title: '罚单',
  perm: 'demo:bill',
  table: { name: 'demo_bill' },
  fields: [
    { key: 'fstate', title: '状态', type: 'input', form: false },
    {
      key: 'fpaid',
      title: '已付',
      type: 'inputNumber',
      scale: 2,
      rollup: { screen: 'demo/payment', field: 'fbill', how: 'sum', value: 'famount' },
    },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_bill_item', fk: 'fbillid' },
      fields: [
        { key: 'freader', title: '读者', type: 'input' },
        { key: 'famount', title: '金额', type: 'inputNumber', scale: 2 },
      ],
    },
  ],
  flow: {
    field: 'fstate',
    initial: '待审核',
    moves: [{ code: 'audit', title: '审核', from: ['待审核'], to: '已审核' }],
  },
  actions: { row: ['audit'] },
})
const payment = noteScreen({
  id: 'demo/payment',
  title: '付款',
  perm: 'demo:payment',
  table: { name: 'demo_payment' },
  fields: [
    { key: 'fbill', title: '罚单', type: 'input', length: 36 },
    { key: 'famount', title: '金额', type: 'inputNumber', scale: 2 },
  ],
})
/** Totals up a tree: a branch has the amounts of all below it. */
const depot = noteScreen({
  id: 'demo/depot',
  title: '库房',
  perm: 'demo:depot',
  table: { name: 'demo_depot' },
  fields: [
    { key: 'fparent', title: '上级', type: 'input', length: 36 },
    { key: 'fown', title: '本库', type: 'inputNumber', scale: 2 },
    {
      key: 'fbelow',
      title: '下级',
      type: 'inputNumber',
      scale: 2,
      rollup: { screen: 'demo/depot', field: 'fparent', how: 'sum', value: 'ftotal' },
    },
    { key: 'ftotal', title: '合计', type: 'inputNumber', scale: 2, compute: 'fown + fbelow' },
  ],
})

let server: TestServer
beforeAll(async () => {
  const screens = { reader, borrow, bill, payment, depot }
  const codes = Object.keys(screens).flatMap((name) =>
    ['list', 'detail', 'add', 'edit', 'delete', 'import', 'audit'].map((verb) => `demo:${name}:${verb}`),
  )
  server = await TestServer.open(
    Object.fromEntries(Object.entries(screens).map(([name, screen]) => [`demo/${name}.json`, screen])),
    { clerk: codes.filter((code) => !code.endsWith('audit') || code === 'demo:bill:audit') },
  )
})
afterAll(() => server?.close())

const post = async (screen: string, verb: string, body: unknown) => {
  const reply = await server.call('clerk', 'POST', `/jeecg-boot/resource/demo/${screen}/${verb}`, { body })
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
const read = async (screen: string, id: string) =>
  (await server.call('clerk', 'GET', `/jeecg-boot/resource/demo/${screen}/queryById`, { query: { id } })).body
    .result
const remove = (screen: string, id: string) =>
  server.call('clerk', 'DELETE', `/jeecg-boot/resource/demo/${screen}/delete`, { query: { id } })

let person: { id: string; fname: string; rev: number }
let count = 0
beforeEach(async () => {
  count += 1
  person = await post('reader', 'add', { fname: `读者${count}`, flimit: 5 })
})
const borrowed = (fday: string, more = {}) => post('borrow', 'add', { freader: person.id, fday, ...more })

it('a new record has zeros, and a value that is sent for a roll-up is left out', async () => {
  const added = await post('reader', 'add', { fname: '新', flimit: 3, fheld: 99 })
  expect(added).toMatchObject({ fheld: 0, fleft: 3, flast: null })
  await post('reader', 'edit', { id: added.id, fheld: 99 })
  expect(await read('reader', added.id)).toMatchObject({ fheld: 0, fleft: 3 })
})

it('adding, changing, removing and restoring records keep it true, with the formulas that read it', async () => {
  const first = await borrowed('2026-03-01')
  await borrowed('2026-03-05')
  expect(await read('reader', person.id)).toMatchObject({ fheld: 2, fleft: 3, flast: '2026-03-05' })
  await post('borrow', 'edit', { id: first.id, freturn: '2026-03-07' })
  expect(await read('reader', person.id)).toMatchObject({ fheld: 1, fleft: 4 })
  const removed = await remove('borrow', first.id)
  await post('borrow', 'edit', { id: (await borrowed('2026-03-09')).id, freader: 'somebody else' })
  expect(await read('reader', person.id)).toMatchObject({ fheld: 1, flast: '2026-03-05' })
  await post('borrow', 'undo', { id: removed.body.result.undo })
  expect(await read('reader', person.id)).toMatchObject({ fheld: 1, flast: '2026-03-05' })
})

it('a formula of detail rows that reads it is computed with it', async () => {
  await post('reader', 'edit', { id: person.id, cards: { added: [{}] } })
  await borrowed('2026-03-01')
  expect((await read('reader', person.id)).cards).toMatchObject([{ fnext: 2 }])
})

it('the record that refers to another one counts there', async () => {
  const { id } = await borrowed('2026-03-01')
  const other = await post('reader', 'add', { fname: '另一位', flimit: 5 })
  await post('borrow', 'edit', { id, freader: other.id })
  expect([(await read('reader', person.id)).fheld, (await read('reader', other.id)).fheld]).toEqual([0, 1])
})

it('rows of details are summed up by the state of their bill, until the bill is removed', async () => {
  const items = [
    { freader: person.fname, famount: 2.5 },
    { freader: person.fname, famount: 4 },
    { freader: person.fname, famount: -1 },
    { freader: '别人', famount: 100 },
  ]
  const { id } = await post('bill', 'add', { items })
  expect((await read('reader', person.id)).ffine).toBe(0)
  await post('bill', 'move/audit', { ids: id })
  expect((await read('reader', person.id)).ffine).toBe(6.5)
  await remove('bill', id)
  expect((await read('reader', person.id)).ffine).toBe(0)
})

it('rows of details are summed up by a roll-up of their bill', async () => {
  const { id } = await post('bill', 'add', { items: [{ freader: person.fname, famount: 2.5 }] })
  expect((await read('reader', person.id)).fpaidfine).toBe(0)
  await post('payment', 'add', { fbill: id, famount: 1 })
  expect((await read('bill', id)).fpaid).toBe(1)
  expect((await read('reader', person.id)).fpaidfine).toBe(2.5)
})

it('the revision of the record stays, so that its open form can be saved', async () => {
  await borrowed('2026-03-01')
  const after = await post('reader', 'edit', { id: person.id, rev: person.rev, flimit: 9 })
  expect(after).toMatchObject({ fheld: 1, fleft: 8 })
})

it('lists query and sort by it', async () => {
  await borrowed('2026-03-01')
  const { body } = await server.call('clerk', 'GET', '/jeecg-boot/resource/demo/reader/list', {
    query: { fheld_begin: '1', column: 'fheld', order: 'desc' },
  })
  expect(body.result.records.map(({ fheld }: { fheld: number }) => fheld)).toContain(1)
  expect(body.result.records.every(({ fheld }: { fheld: number }) => fheld >= 1)).toBe(true)
})

it('a branch has the total of all below it', async () => {
  const root = await post('depot', 'add', { fown: 1 })
  const branch = await post('depot', 'add', { fown: 2, fparent: root.id })
  const leaf = await post('depot', 'add', { fown: 4, fparent: branch.id })
  expect((await read('depot', root.id)).ftotal).toBe(7)
  await post('depot', 'edit', { id: leaf.id, fown: 10 })
  expect((await read('depot', root.id)).ftotal).toBe(13)
  await remove('depot', leaf.id)
  expect((await read('depot', root.id)).ftotal).toBe(3)
})

it('records that are saved at the same time are all counted', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => borrowed(`2026-04-${String(at + 1).padStart(2, '0')}`)),
  )
  expect(await read('reader', person.id)).toMatchObject({ fheld: 20, flast: '2026-04-20' })
})

it('an import counts its records', async () => {
  const rows = Array.from({ length: 30 }, () => [person.id, '2026-05-01'])
  const reply = await sendImport(server, 'demo/borrow', { 借阅: [['读者', '借出'], ...rows] })
  expect(reply.result).toMatchObject({ inserted: 30 })
  expect((await read('reader', person.id)).fheld).toBe(30)
})

it('the start of the server computes a new or changed roll-up for all records', async () => {
  await borrowed('2026-03-01')
  await sql`update demo_reader set fheld = 77, fleft = 0`.execute(server.test.db.owner)
  await rollupModule.seed?.(server.services)
  expect((await read('reader', person.id)).fheld).toBe(77)
  await sql`update sys_rollup set definition = 'older' where field = 'fheld'`.execute(server.test.db.owner)
  await rollupModule.seed?.(server.services)
  expect(await read('reader', person.id)).toMatchObject({ fheld: 1, fleft: 4 })
})
