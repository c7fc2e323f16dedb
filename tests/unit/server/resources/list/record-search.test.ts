import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, TestServer } from '../test-server.ts'

const text = (key: string, title: string, more: object = {}) => ({ key, title, type: 'input', ...more })
const menu = { parent: 'base', icon: 'file', order: 900 }
const base = { version: 2, kind: 'screen', menu }

/** Books with a number and a name, of which a reader sees those of the own department; and rows without a page. */
const documents = {
  'found/book.json': {
    ...base,
    id: 'found/book',
    title: '藏书管理',
    table: { name: 'found_book' },
    fields: [
      text('fno', '编号', { validateRules: [{ unique: true }], query: 'like' }),
      text('fname', '书名', { query: 'like' }),
      text('fprice', '估价', { query: 'like', access: { read: 'found:book:price' } }),
    ],
    rowRules: [{ name: '本部门', where: 'sysOrgCode == user.orgCode', unless: 'found:book:all' }],
  },
  'found/hidden.json': {
    version: 2,
    kind: 'screen',
    id: 'found/hidden',
    title: '没有页面',
    table: { name: 'found_hidden' },
    fields: [text('fname', '名称', { query: 'like' })],
  },
  'found/line.json': {
    ...base,
    id: 'found/line',
    title: '没有名字',
    table: { name: 'found_line' },
    fields: [text('fword', '说明', { query: 'like' })],
  },
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(documents, {
    clerk: ['found:line:list', 'found:book:list', 'found:book:all', 'found:book:price'],
    reader: ['found:book:list'],
    other: ['found:book:list'],
  })
  const books = [
    ['1', 'A01', 'ZS-0001', '江南通志', '千金'],
    ['2', 'A01', 'ZS-0002', '通志略', ''],
    ['3', 'B01', 'ZS-0003', '岭南丛述', ''],
    ...Array.from({ length: 9 }, (_, at) => [`1${at}`, 'A01', `FB-${at}`, '府志副本', '']),
  ]
  for (const [id, org, no, name, price] of books)
    await sql`
      insert into found_book (id, rev, create_by, create_time, sys_org_code, fno, fname, fprice)
      values (${id}, 1, 'test', localtimestamp(0), ${org}, ${no}, ${name}, ${price})`.execute(
      server.services.db.app,
    )
  for (const table of [
    'found_hidden (id, rev, create_by, create_time, fname)',
    'found_line (id, rev, create_by, create_time, fword)',
  ])
    await sql`insert into ${sql.raw(table)} values ('1', 1, 'test', localtimestamp(0), '通志')`.execute(
      server.services.db.app,
    )
})
afterAll(() => server?.close())

const find = async (who: Person, word: string) => {
  const { status, body } = await server.call(who, 'GET', '/sys/search', { query: { word } })
  expect(status).toBe(200)
  expect(body.result.isCut).toBe(false)
  return (body.result.records as { screen: string; id: string; title: string; text: string | null }[])
    .filter(({ screen }) => screen.startsWith('found/'))
    .map(({ id, title, text }) => `${id} ${title} ${text}`)
}

it('finds records by number, by a text of the list and by pinyin, and names them by their number', async () => {
  expect(await find('clerk', 'ZS-0003')).toEqual(['3 藏书 ZS-0003 岭南丛述'])
  expect(await find('clerk', '通志')).toEqual(['1 藏书 ZS-0001 江南通志', '2 藏书 ZS-0002 通志略'])
  expect(await find('clerk', 'lncs')).toEqual(['3 藏书 ZS-0003 岭南丛述'])
  expect(await find('clerk', '没有这样的书')).toEqual([])
})

it('puts the record with this very number first', async () => {
  await sql`
    insert into found_book (id, rev, create_by, create_time, sys_org_code, fno, fname)
    values ('x', 1, 'test', localtimestamp(0), 'A01', 'B-1', 'FB-1 的复印件')`.execute(server.services.db.app)
  expect((await find('clerk', 'FB-1'))[0]).toBe('11 藏书 FB-1 府志副本')
})

it('names at most five records of a screen', async () => {
  expect(await find('clerk', '府志')).toHaveLength(5)
})

it('finds nothing that the row rules, a hidden column or a missing right keep from its user', async () => {
  expect(await find('other', '通志')).toEqual([])
  expect(await find('other', '岭南')).toEqual(['3 藏书 ZS-0003 岭南丛述'])
  expect(await find('clerk', '千金')).toEqual(['1 藏书 ZS-0001 千金'])
  expect(await find('reader', '千金')).toEqual([])
  expect(await find('nobody', '通志')).toEqual([])
})

it('takes what a user types as text', async () => {
  for (const word of ['%', '_', "'", "'; drop table found_book --", '*', '\\', '𠮷'.repeat(40)])
    expect(await find('clerk', word)).toEqual(expect.any(Array))
  expect((await server.call('clerk', 'GET', '/sys/search', { query: { word: '' } })).status).toBe(400)
  expect(
    (await server.call('clerk', 'GET', '/sys/search', { query: { word: 'x'.repeat(101) } })).status,
  ).toBe(400)
})

it('lists in the index who may add a record on the page', async () => {
  const canAdd = async (who: Person) =>
    (
      (await server.call(who, 'GET', '/schema/index', {})).body.result as { id: string; canAdd?: true }[]
    ).find(({ id }) => id === 'found/book')?.canAdd
  expect(await canAdd('admin')).toBe(true)
  expect(await canAdd('reader')).toBeUndefined()
})
