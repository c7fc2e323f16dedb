import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineModule } from '#server/modules/define-module.ts'
import { defineLookup, lookupRoute } from '#server/records/read/picker-lookup.ts'
import { noteScreen } from '../../resources/documents/note-screen.ts'
import { TestServer } from '../../resources/test-server.ts'
import { sendImport } from '../send-import.ts'

const supplier = noteScreen({
  id: 'demo/supplier',
  title: '单位',
  perm: 'demo:supplier',
  table: { name: 'demo_supplier' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fowner', title: '归属', type: 'input' },
    { key: 'fgrade', title: '等级', type: 'input', access: { read: 'demo:supplier:grade' } },
  ],
  rowRules: [{ name: '本部门', where: 'fowner == user.orgCode' }],
})
const accounts = {
  version: 2,
  kind: 'report',
  id: 'report/demo-account',
  title: '对账',
  code: 'rp_demo_account_rows',
  perm: 'report:demo-account',
  source: {
    sql: "select s.id, s.fname, 'Z' || s.id as fcode from demo_supplier s",
    tables: ['demo_supplier'],
  },
  fields: [
    { key: 'id', type: 'hidden' },
    { key: 'fname', title: '名称', type: 'input', query: 'like' },
    { key: 'fcode', title: '编码', type: 'input' },
  ],
}
const pickerOver = (name: string, source: object) => ({
  version: 2,
  kind: 'picker',
  id: `picker/demo-${name}`,
  title: '选择单位',
  code: `rp_demo_${name}`,
  needs: `pick:demo-${name}`,
  source,
  fields: ['fname'],
  query: ['fname'],
  select: 'one',
})
const popup = {
  key: 'fsupplier',
  title: '供应单位',
  type: 'popup',
  popupCode: 'rp_demo_supplier',
  orgFields: ['id', 'fname'],
  destFields: ['fsupplierid', 'fsupplier'],
  onPick: { lookup: 'demo.terms', send: { supplier: 'fsupplierid' }, fill: ['fdays', 'frate'] },
}
const days = [
  { key: 'fsupplierid', type: 'hidden' },
  { key: 'fdays', title: '账期', type: 'inputNumber', scale: 0 },
  { key: 'frate', title: '折扣', type: 'inputNumber', scale: 0, access: { edit: 'demo:offer:rate' } },
]
const offer = noteScreen({
  id: 'demo/offer',
  title: '报价',
  perm: 'demo:offer',
  table: { name: 'demo_offer' },
  import: { match: ['fno'] },
  fields: [
    { key: 'fno', title: '编号', type: 'input' },
    popup,
    ...days,
    {
      key: 'faccount',
      title: '账户',
      type: 'popup',
      popupCode: 'rp_demo_account',
      orgFields: ['fname', 'fcode'],
      destFields: ['faccount', 'faccountcode'],
    },
    { key: 'faccountcode', title: '账户编码', type: 'input' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_offer_item', fk: 'fofferid' },
      fields: [popup, ...days],
    },
  ],
})

const requests: unknown[] = []
const terms = defineLookup({
  name: 'demo.terms',
  params: ['supplier'],
  record: { screen: 'demo/supplier', id: 'supplier' },
  read: async (_db, batch, { canRead }) => {
    requests.push(batch)
    const fgrade = canRead('fgrade') ? 'A' : null
    return batch.map(({ supplier: id }) => ({
      fdays: Number(id.slice(1)) * 30,
      frate: 90,
      fother: 1,
      fgrade,
    }))
  },
})
const lookupModule = defineModule<Parameters<typeof lookupRoute>[1]>({
  name: 'demo-terms',
  routes: [(app, services) => lookupRoute(app, services, terms)],
  lookups: [terms],
})

let server: TestServer
beforeAll(async () => {
  const rights = ['import', 'list'].map((word) => `demo:offer:${word}`)
  const picks = ['pick:demo-supplier', 'pick:demo-account']
  server = await TestServer.open(
    {
      'demo/supplier.json': supplier,
      'demo/offer.json': offer,
      'report/demo-account.json': accounts,
      'picker/demo-supplier.json': pickerOver('supplier', { screen: 'demo/supplier' }),
      'picker/demo-account.json': {
        ...pickerOver('account', { report: 'report/demo-account' }),
        fields: ['fname', 'fcode'],
      },
    },
    { clerk: [...rights, 'demo:offer:add', ...picks], reader: [...rights, ...picks] },
    [lookupModule],
  )
  await sql`insert into demo_supplier (id, rev, fname, fowner) values
    ('s1', 1, '杭州纸行', 'A01'), ('s2', 1, '湖州笔庄', 'A01'), ('s3', 1, '外部门', 'B01')`.execute(
    server.test.db.owner,
  )
})
afterAll(() => server?.close())

const offers = async (prefix: string) =>
  (
    await sql<Record<string, unknown>>`
      select fno, fdays::int as fdays, frate::int as frate, faccount, faccountcode from demo_offer
      where fno like ${`${prefix}%`} order by fno`.execute(server.test.db.owner)
  ).rows
const sheet = (...rows: unknown[][]) => ({ 报价: [['编号', '供应单位', '账期'], ...rows] })

it('a new record gets the values that choosing its record looks up, and keeps the content of its own cells', async () => {
  const sheets = {
    ...sheet(['A1', '杭州纸行', ''], ['A2', '湖州笔庄', 7], ['A3', '', ''], ['A4', '杭州纸行', '']),
    明细: [
      ['编号', '供应单位'],
      ['A3', '湖州笔庄'],
    ],
  }
  requests.length = 0
  expect(await sendImport(server, 'demo/offer', sheets)).toMatchObject({ code: 200 })
  expect((await offers('A')).map(({ fdays, frate }) => [fdays, frate])).toEqual([
    [30, null],
    [7, null],
    [null, null],
    [30, null],
  ])
  const { rows } = await sql`select fdays::int as fdays from demo_offer_item`.execute(server.test.db.owner)
  expect(rows).toEqual([{ fdays: 60 }])
  // One request for each different record, all records of a table in one query.
  expect(requests).toEqual([[{ supplier: 's1' }, { supplier: 's2' }], [{ supplier: 's2' }]])
})

it('a record that an import changes keeps its values where the sheet has none', async () => {
  await sendImport(server, 'demo/offer', sheet(['B1', '杭州纸行', 5]))
  const again = {
    报价: [
      ['编号', '供应单位'],
      ['B1', '湖州笔庄'],
    ],
  }
  expect(await sendImport(server, 'demo/offer', again)).toMatchObject({ code: 200, result: { updated: 1 } })
  expect((await offers('B')).map(({ fdays }) => fdays)).toEqual([5])
})

it('nothing is looked up for a user who may not request the lookup', async () => {
  const answer = await sendImport(server, 'demo/offer', sheet(['C1', '杭州纸行', '']), { who: 'reader' })
  expect(answer.code).toBe(200)
  expect((await offers('C')).map(({ fdays }) => fdays)).toEqual([null])
})

it('a record that the user does not see is unknown to a lookup, and a hidden column has no value', async () => {
  const look = async (who: 'admin' | 'clerk', supplier: string) =>
    (await server.call(who, 'POST', '/system/demo/terms', { body: { supplier } })).body.result
  expect(await look('clerk', 's3')).toEqual(await look('clerk', 'none'))
  expect(requests.at(-1)).toEqual([{ supplier: '' }])
  expect(await look('clerk', 's2')).toMatchObject({ fdays: 60, fgrade: null })
  expect(await look('admin', 's2')).toMatchObject({ fdays: 60, fgrade: 'A' })
})

it('a picked field over a report finds the rows that the user may see, and names similar ones', async () => {
  const rows = (...names: string[]) => ({
    报价: [['编号', '账户'], ...names.map((name, at) => [`D${at}`, name])],
  })
  expect(await sendImport(server, 'demo/offer', rows('湖州笔庄'))).toMatchObject({ code: 200 })
  expect(await offers('D')).toMatchObject([{ faccount: '湖州笔庄', faccountcode: 'Zs2' }])
  const { result } = await sendImport(server, 'demo/offer', rows('杭州纸号', '外部门'))
  expect(result.faults).toMatchObject([
    { row: 2, reason: '没有找到「杭州纸号」', nearest: '杭州纸行' },
    { row: 3, reason: '没有找到「外部门」' },
  ])
})
