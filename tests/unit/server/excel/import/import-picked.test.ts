import { utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../../resources/documents/note-screen.ts'
import { TestServer } from '../../resources/test-server.ts'

const supplier = noteScreen({
  id: 'demo/supplier',
  title: '单位',
  perm: 'demo:supplier',
  table: { name: 'demo_supplier', softDelete: true },
  fields: [
    { key: 'fcode', title: '编码', type: 'input' },
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'ftel', title: '电话', type: 'input' },
    { key: 'fowner', title: '归属', type: 'input' },
  ],
  rowRules: [{ name: '本部门', where: 'fowner == user.orgCode' }],
})
const supplierPicker = {
  version: 2,
  kind: 'picker',
  id: 'picker/demo-supplier',
  title: '选择单位',
  code: 'rp_demo_supplier',
  needs: 'pick:demo-supplier',
  source: { screen: 'demo/supplier' },
  fields: ['fcode', 'fname', 'ftel'],
  query: ['fname', 'fcode'],
  select: 'one',
}
const popup = {
  key: 'fsupplier',
  title: '供应单位',
  type: 'popup',
  popupCode: 'rp_demo_supplier',
  orgFields: ['id', 'fname', 'ftel'],
  destFields: ['fsupplierid', 'fsupplier', 'ftel'],
}
const bill = noteScreen({
  id: 'demo/bill',
  title: '单据',
  perm: 'demo:bill',
  table: { name: 'demo_bill' },
  import: { match: ['fno'] },
  fields: [
    { key: 'fno', title: '编号', type: 'input' },
    { key: 'fscope', title: '范围', type: 'input' },
    popup,
    { key: 'fsupplierid', type: 'hidden' },
    { key: 'ftel', title: '电话', type: 'input' },
    { key: 'fmaker', title: '厂家', type: 'sel_search', dictCode: 'demo_supplier,fname,fcode' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_bill_item', fk: 'fbillid' },
      fields: [
        { ...popup, title: '厂家', pickWhere: { fcode: '$form.fscope' } },
        { key: 'fsupplierid', type: 'hidden' },
        { key: 'ftel', title: '电话', type: 'input' },
      ],
    },
  ],
})

const supplierDictionary = {
  version: 2,
  kind: 'dict',
  id: 'dict/demo-supplier',
  title: '单位',
  code: 'demo_supplier,fname,fcode',
  source: { screen: 'demo/supplier', text: 'fname', value: 'fcode' },
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/supplier.json': supplier,
      'demo/bill.json': bill,
      'picker/demo-supplier.json': supplierPicker,
      'dict/demo-supplier.json': supplierDictionary,
    },
    {
      clerk: ['import', 'add', 'edit', 'list']
        .map((word) => `demo:bill:${word}`)
        .concat('pick:demo-supplier'),
      reader: ['import', 'add', 'edit', 'list'].map((word) => `demo:bill:${word}`),
    },
  )
  await sql`insert into demo_supplier (id, rev, fcode, fname, ftel, fowner, del_flag) values
    ('s1', 1, 'G01', '杭州纸行', '13900000001', 'A01', 0), ('s2', 1, 'G02', '湖州笔庄', '13900000002', 'A01', 0),
    ('s3', 1, 'G03', '徽墨堂', '13900000003', 'A01', 0), ('s4', 1, 'G04', '徽墨堂', '13900000004', 'A01', 0),
    ('s5', 1, 'G05', '外部门', '', 'B01', 0), ('s6', 1, 'G06', '已删除', '', 'A01', 1)`.execute(
    server.test.db.owner,
  )
})
afterAll(() => server?.close())

async function importRows(sheets: Record<string, unknown[][]>, who: 'clerk' | 'reader' = 'clerk') {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  const form = new FormData()
  form.append('files[]', new Blob([write(book, { type: 'buffer', bookType: 'xlsx' })]), '单.xlsx')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await server.app.inject({
    method: 'POST',
    url: '/jeecg-boot/resource/demo/bill/importExcel',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'x-access-token': server.tokens.get(who) ?? '',
    },
  })
  return answer.json()
}
const bills = async () =>
  (
    await sql<Record<string, string | null>>`
      select fno, fsupplier, fsupplierid, ftel from demo_bill order by fno`.execute(server.test.db.owner)
  ).rows

it('a picked field fills its destinations when a cell has the name or the code of a record', async () => {
  const answer = await importRows({
    单据: [
      ['编号', '供应单位', '电话'],
      ['1', '杭州纸行', ''],
      ['2', 'G02', '13800000000'],
      ['3', '', ''],
    ],
    明细: [
      ['编号', '厂家'],
      ['1', '湖州笔庄'],
    ],
  })
  expect(answer).toMatchObject({ code: 200, result: { inserted: 3 } })
  expect(await bills()).toEqual([
    { fno: '1', fsupplier: '杭州纸行', fsupplierid: 's1', ftel: '13900000001' },
    { fno: '2', fsupplier: '湖州笔庄', fsupplierid: 's2', ftel: '13800000000' },
    { fno: '3', fsupplier: null, fsupplierid: null, ftel: null },
  ])
  const { rows } = await sql`select fsupplier, fsupplierid, ftel from demo_bill_item`.execute(
    server.test.db.owner,
  )
  expect(rows).toEqual([{ fsupplier: '湖州笔庄', fsupplierid: 's2', ftel: '13900000002' }])
})

it('a text is a fault when it names no record that the user may pick, or several', async () => {
  const before = await bills()
  const answer = await importRows({
    单据: [
      ['编号', '供应单位'],
      ['11', '杭州纸号'],
      ['12', '徽墨堂'],
      ['13', '外部门'],
      ['14', '已删除'],
    ],
  })
  expect(answer.code).toBe(201)
  expect(answer.result.faults).toMatchObject([
    { row: 2, column: 'B', reason: '没有找到「杭州纸号」', nearest: '杭州纸行' },
    {
      row: 3,
      column: 'B',
      reason: '「徽墨堂」有 2 条记录，请改填其中一条：G03、G04',
      nearest: 'G03',
      choices: [
        { text: 'G03', title: '徽墨堂 · G03' },
        { text: 'G04', title: '徽墨堂 · G04' },
      ],
    },
    { row: 4, column: 'B', reason: '没有找到「外部门」' },
    { row: 5, column: 'B', reason: '没有找到「已删除」' },
  ])
  expect(answer.result.faults[2]).not.toHaveProperty('nearest')
  expect(await bills()).toEqual(before)
})

it('the other cells of the row decide when several records have the text', async () => {
  expect(
    await importRows({
      单据: [
        ['编号', '供应单位', '电话'],
        ['21', '徽墨堂', '13900000004'],
      ],
    }),
  ).toMatchObject({ code: 200 })
  expect((await bills()).find(({ fno }) => fno === '21')).toMatchObject({ fsupplierid: 's4' })
})

it('a row names a record within the limit that its head sets, and no other', async () => {
  const sheets = (no: string, scope: string, maker: string) => ({
    单据: [
      ['编号', '范围'],
      [no, scope],
    ],
    明细: [
      ['编号', '厂家'],
      [no, maker],
    ],
  })
  // The name alone has two records.
  expect(await importRows(sheets('22', 'G04', '徽墨堂'))).toMatchObject({ code: 200 })
  const { rows } = await sql<{ id: string }>`
    select i.fsupplierid as id from demo_bill_item i join demo_bill b on b.id = i.fbillid where b.fno = '22'`.execute(
    server.test.db.owner,
  )
  expect(rows).toEqual([{ id: 's4' }])
  expect((await importRows(sheets('23', 'G04', '杭州纸行'))).result.faults).toMatchObject([
    { reason: '「杭州纸行」不在这里可选的记录里，请对照「范围」' },
  ])
})

it('the destinations are cleared when an update empties the cell of the picked field', async () => {
  await importRows({
    单据: [
      ['编号', '供应单位'],
      ['1', ''],
    ],
  })
  expect((await bills())[0]).toEqual({ fno: '1', fsupplier: null, fsupplierid: null, ftel: null })
})

it('a text cannot be picked when the user may not open the picker', async () => {
  const answer = await importRows(
    {
      单据: [
        ['编号', '供应单位'],
        ['31', '杭州纸行'],
      ],
    },
    'reader',
  )
  expect(answer.result.faults).toMatchObject([{ reason: '不能按文字选取，请在表单里选' }])
})

it('a text is a fault when several items of a dictionary have it, and their values are not', async () => {
  const sheet = (maker: string) => ({
    单据: [
      ['编号', '厂家'],
      ['41', maker],
    ],
  })
  const answer = await importRows(sheet('徽墨堂'))
  expect(answer.result.faults).toMatchObject([
    { row: 2, column: 'B', reason: '「徽墨堂」有 2 个，请改填其中一个：G03、G04', nearest: 'G03' },
  ])
  expect(await importRows(sheet('G04'))).toMatchObject({ code: 200 })
})
