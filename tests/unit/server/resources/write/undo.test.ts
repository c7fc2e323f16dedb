import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dynamicTables } from '#server/platform/store/database.ts'
import { TestServer } from '../test-server.ts'

/** A list without effects: `hold` has a way back of its own right, `close` has none. */
const task = {
  version: 2,
  kind: 'screen',
  id: 'demo/task',
  title: '任务',
  perm: 'demo:task',
  table: { name: 'demo_task', softDelete: true },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fstate', title: '状态', type: 'input', form: false },
    { key: 'fwhy', title: '原因', type: 'input', form: false },
  ],
  flow: {
    field: 'fstate',
    initial: '进行中',
    moves: [
      { code: 'hold', title: '搁置', from: ['进行中'], to: '已搁置' },
      { code: 'resume', title: '恢复', from: ['已搁置'], to: '进行中' },
      { code: 'close', title: '关闭', from: ['进行中'], to: '已关闭', ask: { key: 'fwhy', title: '原因' } },
    ],
  },
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/task.json': task },
    {
      reader: ['demo:order:audit', 'demo:order:delete'],
      other: ['list', 'detail', 'add', 'hold', 'close'].map((word) => `demo:task:${word}`),
    },
  )
})
afterAll(() => server?.close())

const undo = (who: 'clerk' | 'reader' | 'other', id: string) =>
  server.order(who, 'undo', 'POST', { body: { id } })
const read = async (id: string) =>
  (await server.order('clerk', 'queryById', 'GET', { query: { id } })).body.result
const readStock = async (warehouse: string) => {
  const rows = await dynamicTables(server.services.db.app)
    .selectFrom('stk_stock')
    .select('fkcnum')
    .where('fwarehouse', '=', warehouse)
    .execute()
  return rows.map(({ fkcnum }) => Number(fkcnum))
}
const taskCall = (verb: string, body: unknown) =>
  server.call('other', 'POST', `/jeecg-boot/resource/demo/task/${verb}`, { body })
const addTask = async () => String((await taskCall('add', { fname: '整架' })).body.result.id)
const readTask = async (id: string) =>
  (await server.call('other', 'GET', '/jeecg-boot/resource/demo/task/queryById', { query: { id } })).body
    .result

it('a removal is undone once, by its user, with the rows and a version of the acting user', async () => {
  const { id } = await server.add()
  const { result } = (await server.order('clerk', 'delete', 'DELETE', { query: { id } })).body
  expect((await undo('reader', result.undo)).headers['x-error-code']).toBe('UNDO_OVER')
  expect((await undo('clerk', result.undo)).body).toMatchObject({ code: 200, message: '已撤销' })
  expect(await read(id)).toMatchObject({ id, fsum: 6, items: [{ fspmc: '纸' }] })
  expect((await undo('clerk', result.undo)).headers['x-error-code']).toBe('UNDO_OVER')
  const { rows } = await sql<{ type: string; by: string }>`
    select type, create_by as by from sys_data_log where data_id = ${id} order by data_version`.execute(
    server.services.db.app,
  )
  expect(rows.map(({ type, by }) => [type, by])).toEqual([
    ['saved', 'clerk'],
    ['removed', 'clerk'],
    ['restored', 'clerk'],
  ])
})

it('a removal is undone as a whole or not at all', async () => {
  const [one, two] = [await server.add({ fcode: 'U1' }), await server.add()]
  const gone = await server.order('clerk', 'deleteBatch', 'DELETE', { query: { ids: `${one.id},${two.id}` } })
  // Somebody else takes the unique code in the meantime.
  await server.add({ fcode: 'U1' })
  const refused = await undo('clerk', gone.body.result.undo)
  expect([refused.status, refused.body.message]).toEqual([400, '外部编号已存在'])
  expect(await read(two.id)).toBeNull()
})

it('a move is undone with its effect by the move that leads back', async () => {
  const { id } = await server.add({ fwarehouse: 'U2' })
  const moved = await server.order('clerk', 'move/audit', 'POST', { body: { ids: id } })
  expect(await readStock('U2')).toEqual([2])
  expect((await undo('clerk', moved.body.result.undo)).body.code).toBe(200)
  expect([(await read(id)).fstates, (await read(id)).fauditor, await readStock('U2')]).toEqual([
    '待审核',
    null,
    [0],
  ])
})

it('a move whose goods have left the stock is not undone, and nothing changes', async () => {
  const { id } = await server.add({ fwarehouse: 'U3' })
  const moved = await server.order('clerk', 'move/audit', 'POST', { body: { ids: id } })
  await sql`update stk_stock set fkcnum = 1 where fwarehouse = 'U3'`.execute(server.services.db.app)
  const refused = await undo('clerk', moved.body.result.undo)
  expect(refused.headers['x-error-code']).toBe('LEDGER_SHORT')
  expect([(await read(id)).fstates, await readStock('U3')]).toEqual(['已审核', [1]])
  // The refusal has rolled back, so the undo works once the goods are there again.
  await sql`update stk_stock set fkcnum = 2 where fwarehouse = 'U3'`.execute(server.services.db.app)
  expect((await undo('clerk', moved.body.result.undo)).body.code).toBe(200)
})

it('a move is not undone when the record changed meanwhile', async () => {
  const { id } = await server.add({ fwarehouse: 'U4' })
  const moved = await server.order('clerk', 'move/audit', 'POST', { body: { ids: id } })
  await server.order('clerk', 'move/unaudit', 'POST', { body: { ids: id } })
  await server.order('clerk', 'move/audit', 'POST', { body: { ids: id } })
  const refused = await undo('clerk', moved.body.result.undo)
  expect([refused.headers['x-error-code'], await readStock('U4')]).toEqual(['UNDO_CHANGED', [2]])
})

it('two undos at once reverse the effect once', async () => {
  const { id } = await server.add({ fwarehouse: 'U5' })
  await sql`update stk_stock set fkcnum = 5 where fwarehouse = 'U5'`.execute(server.services.db.app)
  const moved = await server.order('clerk', 'move/audit', 'POST', { body: { ids: id } })
  const answers = await Promise.all([1, 2].map(() => undo('clerk', moved.body.result.undo)))
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1)
  expect(await readStock('U5')).toEqual([0])
})

it('a move offers no undo to a user without the right to the move that leads back', async () => {
  const { id } = await server.add({ fwarehouse: 'U6' })
  const moved = await server.order('reader', 'move/audit', 'POST', { body: { ids: id } })
  expect(moved.body.result).toEqual({ count: 1 })
  const held = await taskCall('move/hold', { ids: await addTask() })
  expect(held.body.result).toEqual({ count: 1 })
})

it('a move without effect and without a way back restores the values that it replaced', async () => {
  const id = await addTask()
  const closed = await taskCall('move/close', { ids: id, answer: '重复' })
  expect(await readTask(id)).toMatchObject({ fstate: '已关闭', fwhy: '重复' })
  expect((await taskCall('undo', { id: closed.body.result.undo })).body.code).toBe(200)
  expect(await readTask(id)).toMatchObject({ fstate: '进行中', fwhy: null })
})

it('an undo is refused when its time is over', async () => {
  const id = await addTask()
  const closed = await taskCall('move/close', { ids: id })
  await sql`update sys_undo set create_time = now() - interval '5 minutes'`.execute(server.test.db.owner)
  const refused = await taskCall('undo', { id: closed.body.result.undo })
  expect(refused.headers['x-error-code']).toBe('UNDO_OVER')
})
