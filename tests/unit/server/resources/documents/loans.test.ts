import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordHistory } from '#runtime/record/changes/history.ts'
import { type Person, TestServer } from '../test-server.ts'
import { inboxDocuments } from './inbox-documents.ts'

/** The shipped documents of books, readers and loans, by path. */
const names = [
  ...['reader/reader', 'reader/borrow', 'reader/on-loan', 'catalog/gazetteer', 'catalog/plate'],
  ...['picker/reader', 'picker/on-loan', 'picker/gazetteer', 'reader/lend', 'reader/give-back'],
  ...['reader-kind', 'gaz-state', 'gaz-kind', 'gaz-holder', 'dynasty', 'gazetteer-class'].map(
    (name) => `dict/${name}`,
  ),
]
const documents = Object.fromEntries(
  names.map((name) => [`${name}.json`, JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))]),
)
const codes = [
  ...['list', 'detail', 'add', 'edit', 'delete', 'return', 'reopen'].map((word) => `reader:borrow:${word}`),
  ...['reader:reader', 'catalog:gazetteer'].flatMap((perm) => [
    `${perm}:list`,
    `${perm}:add`,
    `${perm}:detail`,
  ]),
]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ ...inboxDocuments(), ...documents }, { clerk: codes, other: codes })
})
afterAll(() => server?.close())

const post = (who: Person, url: string, body: unknown) =>
  server.call(who, 'POST', `/resource/${url}`, { body })
const added = async (screen: string, body: Record<string, unknown>) => {
  const reply = await post('clerk', `${screen}/add`, body)
  if (reply.body.code !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body.result
}
let count = 0
const book = () => {
  count += 1
  return added('catalog/gazetteer', { fcallno: `K29/${count}`, ftitle: `志书${count}` })
}
const reader = (more: Record<string, unknown> = {}) => {
  count += 1
  return added('reader/reader', { fname: `读者${count}`, fvaliddate: '2099-12-31', ...more })
}
type Found = Record<string, unknown>
/** What the counter sends: its head with the fields that only show something, and a row for each scanned book. */
const lend = ({ id, fname }: Found, books: readonly Found[], who: Person = 'clerk') =>
  post(who, 'reader/borrow/addBatch', {
    freader: fname,
    freaderid: id,
    fcardstate: '正常',
    fdue: '2099-01-01',
    books: books.map(({ id: fbookid, ftitle, fcallno }, at) => ({
      id: `new_${at}`,
      fbookid,
      ftitle,
      fcallno,
      fbookstate: '在架',
    })),
  })
const readState = async ({ id }: Found) => {
  const { rows } = await sql<{ fstate: string }>`select fstate from lib_gazetteer where id = ${id}`.execute(
    server.test.db.app,
  )
  return rows[0]?.fstate
}
const openLoans = async ({ id }: Found) => {
  const { body } = await server.call('clerk', 'GET', '/resource/reader/on-loan/list', {
    query: { pageSize: '200' },
  })
  return body.result.records.filter((loan: Found) => loan.fbookid === id || loan.freaderid === id)
}

it('a book that is lent is refused until it is returned, and its state follows', async () => {
  const [one, two, anna, ben] = [await book(), await book(), await reader(), await reader()]
  const { body } = await lend(anna, [one, two])
  expect(body).toMatchObject({ code: 200, message: '已登记 2 条', result: { count: 2 } })
  expect([await readState(one), await readState(two)]).toEqual(['外借', '外借'])
  expect((await lend(ben, [one])).body.message).toBe(`《${one.ftitle}》已借出，归还以前不能再借`)
  const [loan] = await openLoans(one)
  expect(loan).toMatchObject({ freader: anna.fname, fstate: '借出' })
  const returned = await post('clerk', 'reader/borrow/move/return', { ids: loan.id })
  expect(returned.body.message).toBe('已归还')
  expect([await readState(one), await readState(two)]).toEqual(['在架', '外借'])
  expect(await openLoans(one)).toEqual([])
  expect((await lend(ben, [one])).body.code).toBe(200)
})

it('a lending with one refused book lends none of its books', async () => {
  const [one, two, anna] = [await book(), await book(), await reader()]
  await lend(await reader(), [two])
  expect((await lend(anna, [one, two])).body.message).toContain(`《${two.ftitle}》已借出`)
  expect(await readState(one)).toBe('在架')
  expect(await openLoans(anna)).toEqual([])
})

it('the archive says how many books a reader has on loan', async () => {
  const [one, two, anna] = [await book(), await book(), await reader()]
  const countHeld = async () => {
    const query = { id: String(anna.id) }
    return (await server.call('clerk', 'GET', '/resource/reader/reader/queryById', { query })).body.result
      ?.fheld
  }
  await lend(anna, [one, two])
  expect(await countHeld()).toBe(2)
  const [loan] = await openLoans(one)
  await post('clerk', 'reader/borrow/move/return', { ids: loan.id })
  expect(await countHeld()).toBe(1)
})

it('two counters lend the same book once when they lend it at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [wanted, anna, ben] = [await book(), await reader(), await reader()]
    const replies = await Promise.all([
      lend(anna, [wanted]),
      lend(ben, [wanted], 'other'),
      lend(anna, [wanted]),
    ])
    expect(replies.filter(({ body }) => body.success)).toHaveLength(1)
    expect(await openLoans(wanted)).toHaveLength(1)
  }
})

it('two counters together lend a reader no more books than the limit', async () => {
  const [anna, ...books] = [
    await reader({ flimit: 2 }),
    await book(),
    await book(),
    await book(),
    await book(),
  ]
  const replies = await Promise.all(books.map((one, at) => lend(anna, [one], at % 2 ? 'other' : 'clerk')))
  expect(replies.filter(({ body }) => body.success)).toHaveLength(2)
  const refused = replies.find(({ body }) => !body.success)
  expect(refused?.body.message).toBe(`读者${anna.fname}最多借 2 册，现已借 2 册，请先归还`)
})

it.each([
  [{ fstate: '挂失' }, '的证已挂失，不能借书；请先在读者档案里恢复'],
  [{ fvaliddate: '2020-01-01' }, '的证已过期，不能借书；请先在读者档案里延长有效期'],
])('a reader with %j borrows nothing', async (state, text) => {
  const [anna, one] = [await reader(state), await book()]
  expect((await lend(anna, [one])).body.message).toBe(`读者${anna.fname}${text}`)
  expect(await readState(one)).toBe('在架')
})

it('a book in repair is not lent', async () => {
  const repaired = await added('catalog/gazetteer', { fcallno: 'X/1', ftitle: '修书', fstate: '修复中' })
  expect((await lend(await reader(), [repaired])).body.message).toBe('《修书》不在架（修复中），不能借出')
})

it('an edited or removed loan gives back the book that it no longer lends', async () => {
  const [one, two, anna] = [await book(), await book(), await reader()]
  await lend(anna, [one])
  const [loan] = await openLoans(anna)
  const { id, ftitle, fcallno } = two
  const edited = await post('clerk', 'reader/borrow/edit', { id: loan.id, fbookid: id, ftitle, fcallno })
  expect(edited.body.message).toBe('修改成功！')
  expect([await readState(one), await readState(two)]).toEqual(['在架', '外借'])
  await server.call('clerk', 'DELETE', '/resource/reader/borrow/delete', { query: { id: loan.id } })
  expect(await readState(two)).toBe('在架')
})

it('a loan without a reader of the files, or a book of the catalogue, is refused at its row', async () => {
  const { body } = await post('clerk', 'reader/borrow/addBatch', {
    freader: '路人',
    fdue: '2099-01-01',
    books: [{ ftitle: '无名' }],
  })
  expect(body.result.problems.map(({ path, text }: Found) => [path, text])).toEqual([
    ['/books/0/ftitle', '请从书目中选择'],
    ['/books/0/freader', '请从读者档案中选择'],
  ])
})

it('the lookup of a reader says how many books the reader has', async () => {
  const [anna, one] = [await reader(), await book()]
  await lend(anna, [one])
  const { body } = await server.call('clerk', 'POST', '/system/loan/reader', { body: { freaderid: anna.id } })
  expect(body.result).toEqual({ fout: 1 })
})

it('a picker says which right is missing when its user may not open it', async () => {
  const ask = (who: Person, code: string) => server.call(who, 'GET', `/schema/pickers/${code}`)
  expect((await ask('clerk', 'rp_reader')).body.result).toEqual({ id: 'picker/reader' })
  expect((await ask('nobody', 'rp_reader')).body.message).toBe(
    '打不开「选择读者」：您的角色没有「选择读者」或「读者档案」的「查询」的权限，请系统管理员授权',
  )
  expect((await ask('nobody', 'rp_on_loan')).body.message).toBe(
    '打不开「选择在借的书」：您的角色没有「在借图书」的「查询」的权限，请系统管理员授权',
  )
  expect((await ask('clerk', 'rp_none')).status).toBe(404)
})

it('loans from before the states get theirs at the next start', async () => {
  const [one, anna] = [await book(), await reader()]
  await lend(anna, [one])
  const db = server.test.db.app
  await sql`update rdr_borrow set fstate = null where freaderid = ${anna.id}`.execute(db)
  await sql`update lib_gazetteer set fstate = '在架' where id = ${one.id}`.execute(db)
  await server.application.open(server.services)
  expect(await readState(one)).toBe('外借')
  expect(await openLoans(anna)).toHaveLength(1)
})

it('the history of a book shows each lending and return by the person who made it', async () => {
  const [one, anna] = [await book(), await reader()]
  await lend(anna, [one])
  const [loan] = await openLoans(one)
  await post('other', 'reader/borrow/move/return', { ids: loan.id })
  await lend(anna, [one], 'other')
  const [again] = await openLoans(one)
  await server.call('clerk', 'DELETE', '/resource/reader/borrow/delete', { query: { id: again.id } })
  const { body } = await server.call('admin', 'GET', '/resource/catalog/gazetteer/history', {
    query: { id: String(one.id) },
  })
  const { versions } = body.result as RecordHistory
  expect(versions.map(({ author, texts }) => [author.replace('真名', ''), texts.fstate])).toEqual([
    ['clerk', '在架'],
    ['other', '外借'],
    ['other', '在架'],
    ['clerk', '外借'],
    ['clerk', '在架'],
  ])
})
