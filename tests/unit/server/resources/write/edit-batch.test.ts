import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

const change = (who: 'clerk' | 'reader' | 'nobody', ids: readonly string[], values: unknown) =>
  server.order(who, 'editBatch', 'POST', { body: { ids: ids.join(), values } })
const readName = async (id: string) =>
  (await server.order('clerk', 'queryById', 'GET', { query: { id } })).body.result.fname

it('a batch edit changes the records that allow it and names the others with the reason', async () => {
  const [open, audited, foreign] = [
    await server.add(),
    await server.add(),
    await server.add({ items: [{ fspmc: '纸', fnum: 1 }] }, 'other'),
  ]
  await server.order('clerk', 'move/audit', 'POST', { body: { ids: audited.id } })
  const { body } = await change('clerk', [open.id, audited.id, foreign.id], { fname: '新名' })
  expect(body.message).toBe('已修改 1 条，2 条没有修改')
  expect(body.result).toEqual({
    count: 1,
    undo: expect.any(String),
    failures: [
      { id: audited.id, name: audited.fno, text: '订单已审核，不能修改' },
      { id: foreign.id, name: '', text: '未找到对应实体' },
    ],
  })
  expect([await readName(open.id), await readName(audited.id)]).toEqual(['新名', '订单'])
})

it('a batch edit obeys the rules and the rights of each field', async () => {
  const { id } = await server.add()
  expect((await change('clerk', [id], { fname: '' })).body.result.failures[0].text).toBe('请输入名称')
  expect((await change('reader', [id], { flocked: '批' })).body.result.failures).toHaveLength(1)
  expect((await change('clerk', [id], { items: { added: [], changed: [], removed: [] } })).status).toBe(400)
  expect((await change('clerk', [id], { none: 1 })).status).toBe(400)
  expect((await change('nobody', [id], { fname: '新名' })).status).toBe(403)
})

it('a batch edit is undone as a whole while no record of it has changed again', async () => {
  const [one, two] = [await server.add(), await server.add({ fname: '旧名' })]
  const undo = async (id: string) => (await server.order('clerk', 'undo', 'POST', { body: { id } })).body
  const first = await change('clerk', [one.id, two.id], { fname: '新名' })
  expect(await undo(first.body.result.undo)).toMatchObject({ message: '已撤销', result: { count: 2 } })
  expect([await readName(one.id), await readName(two.id)]).toEqual(['订单', '旧名'])
  const second = await change('clerk', [one.id, two.id], { fname: '新名' })
  await change('clerk', [two.id], { fname: '更新的名' })
  expect((await undo(second.body.result.undo)).message).toBe(`「${two.fno}」后来有改动，不能撤销`)
  expect([await readName(one.id), await readName(two.id)]).toEqual(['新名', '更新的名'])
})
