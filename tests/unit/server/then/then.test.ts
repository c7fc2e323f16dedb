import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutcomeTexts } from '#runtime/record/changes/history.ts'
import { waitForLocks } from '../../../support/lock-waits.ts'
import { sendImport } from '../excel/send-import.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { thenGrants, thenScreens } from './screens.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(thenScreens(), thenGrants)
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of [
    'demo_bill',
    'demo_bill_item',
    'demo_issue',
    'demo_good',
    'demo_log',
    'sys_announcement_send',
    'sys_announcement',
  ])
    await sql`delete from ${sql.id(table)}`.execute(server.test.db.owner)
})

const send = (screen: string, verb: string, body: unknown, who: Person = 'clerk') =>
  server.call(who, 'POST', `/jeecg-boot/resource/demo/${screen}/${verb}`, { body })
const post = async (...call: Parameters<typeof send>) => {
  const reply = await send(...call)
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
const rowsIn = async (table: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.id(table)} order by id`.execute(server.test.db.app))
    .rows
const addBill = (over: object = {}) =>
  post('bill', 'add', {
    fname: '甲单',
    fsecret: '九折',
    ftotal: 12.5,
    items: [
      { fwhat: '纸', fnum: 3 },
      { fwhat: '笔', fnum: 5 },
    ],
    ...over,
  })
const audit = (ids: readonly string[], who: Person = 'other') =>
  send('bill', 'move/audit', { ids: ids.join() }, who)

it('a move adds a record for each row, with number, default and formula, by the user of the move', async () => {
  const bill = await addBill()
  expect((await audit([bill.id])).body.success).toBe(true)
  expect(await rowsIn('demo_issue')).toMatchObject([
    { fno: 'CK0001', fbill: bill.id, fwhat: '纸', fnum: '6', fdouble: '12', fstop: '否', create_by: 'other' },
    {
      fno: 'CK0002',
      fbill: bill.id,
      fwhat: '笔',
      fnum: '10',
      fdouble: '20',
      fstop: '否',
      create_by: 'other',
    },
  ])
})

it('a message goes to those who may open the record, each with the values that each may read', async () => {
  const bill = await addBill()
  await audit([bill.id])
  const { rows } = await sql`
    select u.username, a.titile, a.msg_abstract, a.open_page, a.bus_id from sys_announcement a
    join sys_user u on u.id = a.user_ids order by u.username`.execute(server.test.db.app)
  const shared = { titile: '甲单 已审核', open_page: 'demo/bill', bus_id: bill.id }
  expect(rows).toEqual([
    { username: 'clerk', ...shared, msg_abstract: '合计 12.50，底价 九折' },
    { username: 'reader', ...shared, msg_abstract: '合计 12.50，底价 ' },
  ])
})

it('a changed record has consequences of its own, and a revision and a version by the user', async () => {
  const good = await post('good', 'add', { fname: '相机' })
  await audit([(await addBill({ fgood: good.id })).id])
  expect(await rowsIn('demo_good')).toMatchObject([{ fheld: '甲单', rev: 2, update_by: 'other' }])
  expect(await rowsIn('demo_log')).toMatchObject([{ ftext: '相机归甲单' }])
  const { rows } = await sql`
    select create_by from sys_data_log where data_id = ${good.id} and type = 'saved' order by data_version`.execute(
    server.test.db.app,
  )
  expect(rows).toEqual([{ create_by: 'clerk' }, { create_by: 'other' }])
})

it('the history says what followed, and links the records that its reader may open', async () => {
  const good = await post('good', 'add', { fname: '相机' })
  const bill = await addBill({ fgood: good.id })
  await audit([bill.id])
  const read = async (who: Person) => {
    const url = '/jeecg-boot/resource/demo/bill/history'
    const { body } = await server.call(who, 'GET', url, { query: { id: bill.id } })
    return body.result.outcomes.map(({ title, author, text, links }: OutcomeTexts) => [
      title,
      author,
      text,
      links,
    ])
  }
  const path = `/demo/good?form=detail&id=${good.id}`
  const made = [1, 2].map(() => ({ name: expect.stringMatching(/^CK\d{4}$/), path: null }))
  const rows = (links: readonly object[], changed: readonly object[]) => [
    ['审核', 'other真名', '修改「物品」1 条', changed],
    ['审核', 'other真名', '在「出库」新增 2 条', links],
    ['审核', 'other真名', '发消息给 2 人', []],
  ]
  expect(await read('clerk')).toEqual(rows(made, [{ name: '甲单', path }]))
  expect(await read('reader')).toEqual(rows([], []))
})

it('a condition compares the values before and after an edit', async () => {
  const bill = await addBill()
  await post('bill', 'edit', { id: bill.id, ftotal: 80 })
  expect(await rowsIn('demo_log')).toEqual([])
  await post('bill', 'edit', { id: bill.id, ftotal: 120 })
  await post('bill', 'edit', { id: bill.id, ftotal: 130 })
  expect(await rowsIn('demo_log')).toMatchObject([{ ftext: '超过 甲单' }])
})

it('a removal changes the records that its condition finds', async () => {
  const bill = await addBill()
  await audit([bill.id])
  await post('bill', 'move/unaudit', { ids: bill.id })
  const url = '/jeecg-boot/resource/demo/bill/delete'
  const removed = await server.call('clerk', 'DELETE', url, { query: { id: bill.id } })
  expect(removed.body.success).toBe(true)
  expect(removed.body.result).toBeNull()
  expect(await rowsIn('demo_issue')).toMatchObject([{ fstop: '是' }, { fstop: '是' }])
})

it('a removal changes no record that meets its condition no more when it may be written', async () => {
  const bill = await addBill()
  await audit([bill.id])
  await post('bill', 'move/unaudit', { ids: bill.id })
  const { owner } = server.test.db
  let removed: Promise<unknown> = Promise.resolve()
  await owner.transaction().execute(async (trx) => {
    await sql`update demo_issue set fbill = 'another' where fbill = ${bill.id}`.execute(trx)
    const url = '/jeecg-boot/resource/demo/bill/delete'
    removed = server.call('clerk', 'DELETE', url, { query: { id: bill.id } })
    await waitForLocks(server.test.db.app)
  })
  expect(await removed).toMatchObject({ body: { success: true } })
  expect(await rowsIn('demo_issue')).toMatchObject([{ fstop: '否' }, { fstop: '否' }])
})

const remedy = '。没有保存；改不好的，请联系管理员检查「领用单」的「之后」'

it.each([
  ['a blank value', { items: [{ fnum: 1 }] }, '「审核」之后要在「出库」新增一条，但是「什么」：请输入什么'],
  [
    'a rule',
    { items: [{ fwhat: '纸', fnum: 60 }] },
    '「审核」之后要在「出库」新增一条，但是「几件」：不能超过 99 件',
  ],
  ['a record that is not there', { fgood: '404' }, '「审核」之后要修改「物品」的记录，但是未找到对应实体'],
])(
  '%s that the other screen refuses refuses the move and all that came with it',
  async (_, over, message) => {
    const [fine, faulty] = [await addBill(), await addBill(over)]
    const { body } = await audit([fine.id, faulty.id])
    expect(body).toMatchObject({ success: false, message: message + remedy })
    expect((await rowsIn('demo_bill')).map(({ fstate }) => fstate)).toEqual(['待审核', '待审核'])
    expect([await rowsIn('demo_issue'), await rowsIn('sys_announcement')]).toEqual([[], []])
  },
)

it('a violated constraint of the other table is refused like a rule', async () => {
  const [first, second] = [
    await post('good', 'add', { fname: '相机' }),
    await post('good', 'add', { fname: '三脚架' }),
  ]
  const bills = [await addBill({ fgood: first.id }), await addBill({ fgood: second.id })]
  const { body } = await audit(bills.map(({ id }) => id))
  expect(body.message).toBe(`「审核」之后要修改「物品」的记录，但是「在谁手里」：在谁手里已存在${remedy}`)
})

it('a move that wrote other records is not offered for an undo', async () => {
  const bill = await addBill()
  expect((await audit([bill.id])).body.result).toEqual({ count: 1 })
})

it('changes may lead to each other over eight steps; with a ninth all of them are refused', async () => {
  const counts = async () => {
    const places = Array.from({ length: 10 }, (_, at) => rowsIn(`demo_step_${at}`))
    return (await Promise.all(places)).map(({ length }) => length)
  }
  const { body } = await send('step-0', 'add', { ftext: '一' })
  expect(body).toMatchObject({
    success: false,
    message: '「第 8 环」的新增引起的修改一环扣一环，超过了 8 环，没有保存；请联系管理员检查各界面的「之后」',
  })
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  await post('step-1', 'add', { ftext: '一' })
  expect(await counts()).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1])
})

it('an entry changes 200 records by their values, and of more it changes none', async () => {
  const bill = await addBill()
  await sql`
    insert into demo_issue (id, rev, fbill, fwhat, fnum)
    select 'many' || lpad(n::text, 3, '0'), 1, ${bill.id}, '纸', 1 from generate_series(1, 201) as n`.execute(
    server.test.db.owner,
  )
  const remove = async () => {
    const url = '/jeecg-boot/resource/demo/bill/delete'
    return (await server.call('clerk', 'DELETE', url, { query: { id: bill.id } })).body
  }
  const stopped = async () => (await rowsIn('demo_issue')).filter(({ fstop }) => fstop === '是').length
  expect(await remove()).toMatchObject({
    success: false,
    message:
      '「删除」之后要修改「出库」的记录，但是符合条件的超过 200 条，没有保存；请联系管理员把「领用单」的「之后」的条件写得窄些',
  })
  expect([await stopped(), (await rowsIn('demo_bill'))[0]?.del_flag]).toEqual([0, 0])
  await sql`delete from demo_issue where id = 'many201'`.execute(server.test.db.owner)
  expect((await remove()).success).toBe(true)
  expect([await stopped(), (await rowsIn('demo_bill'))[0]?.del_flag]).toEqual([200, 1])
})

it('an import whose consequences wrote elsewhere is not undone, and says where', async () => {
  const bring = async (...rows: unknown[][]) =>
    (await sendImport(server, 'demo/bill', { 领用单: [['名称', '合计'], ...rows] })).result.importId
  const undo = async (id: string) => (await send('bill', 'import/undo', { id })).body
  const first = await bring(['甲', 50], ['乙', 60])
  const second = await bring(['甲', 150], ['乙', 160])
  expect(await undo(second)).toMatchObject({
    success: false,
    message:
      '导入时还在「记事」新增 2 条（超过 甲、超过 乙），撤销导入退不回这些，所以不能撤销；请先到那里改回，再改导入的记录',
  })
  expect((await rowsIn('demo_bill')).map(({ ftotal }) => ftotal)).toEqual(['150.00', '160.00'])
  const quiet = await bring(['甲', 170], ['丙', 10])
  expect((await undo(quiet)).success).toBe(true)
  expect((await undo(first)).message).toMatch(/^导入的记录后来有改动/)
})

it('an import has the consequences of its edits', async () => {
  const names = ['一', '二', '三']
  for (const fname of names) await addBill({ fname })
  const rows = names.map((fname, at) => [fname, 99 + at])
  const reply = await sendImport(server, 'demo/bill', { 领用单: [['名称', '合计'], ...rows] })
  expect(reply.result).toMatchObject({ updated: 3 })
  expect((await rowsIn('demo_log')).map(({ ftext }) => ftext)).toEqual(['超过 三'])
})
