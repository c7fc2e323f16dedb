import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'

interface Order {
  fields: object[]
  flow: { moves: object[]; editable: string[] }
}
const order = JSON.parse(readFileSync('tests/fixtures/server-schemas/demo/order.json', 'utf8')) as Order
order.fields.push({ key: 'fopinion', title: '驳回意见', type: 'input', length: 20 })
order.fields.push({ key: 'fshare', title: '每份', type: 'inputNumber', scale: 2 })
const ask = { key: 'fopinion', title: '驳回意见', required: true }
const set = { fshare: '=100 / fwhole' }
order.flow.moves[1] = {
  code: 'unaudit',
  title: '驳回',
  from: ['待审核'],
  to: '已审核',
  ask,
  set,
  batch: true,
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ 'demo/order.json': order })
})
afterAll(() => server?.close())

const move = async (code: string, body: object) =>
  (await server.order('clerk', `move/${code}`, 'POST', { body })).body
const read = async (id: string) =>
  (await server.order('clerk', 'queryById', 'GET', { query: { id } })).body.result

it('a move that asks stores the answer in its field', async () => {
  const { id } = await server.add()
  expect(await move('unaudit', { ids: id, answer: ' 单价不对 ' })).toMatchObject({ success: true })
  expect(await read(id)).toMatchObject({ fstates: '已审核', fopinion: '单价不对' })
})

it.each([
  ['is missing', 'unaudit', {}, '请填写驳回意见'],
  ['is blank', 'unaudit', { answer: '  ' }, '请填写驳回意见'],
  ['is longer than its field', 'unaudit', { answer: '长'.repeat(21) }, '驳回意见不能超过 20 字'],
  ['is not asked for', 'audit', { answer: '好' }, '参数无效：answer'],
])('a move is refused when its answer %s', async (_when, code, body, message) => {
  const { id } = await server.add()
  expect(await move(code, { ids: id, ...body })).toMatchObject({ success: false, message })
  expect(await read(id)).toMatchObject({ fstates: '待审核' })
})

it('a move that would divide by zero is refused with the field and its remedy, for all of its records', async () => {
  const [sound, faulty] = [await server.add({ fwhole: 4 }), await server.add({ fwhole: 0 })]
  const body = { ids: `${sound.id},${faulty.id}`, answer: '不对' }
  expect(await move('unaudit', body)).toMatchObject({
    success: false,
    message: '除数是 0，每份算不出来。它由「整数」算出，请改这些值',
    result: { problems: [{ path: '/fshare', code: 'division' }] },
  })
  expect(await read(sound.id)).toMatchObject({ fstates: '待审核', fshare: null })
  expect(await move('unaudit', { ids: sound.id, answer: '不对' })).toMatchObject({ success: true })
  expect(await read(sound.id)).toMatchObject({ fstates: '已审核', fshare: 25 })
})
