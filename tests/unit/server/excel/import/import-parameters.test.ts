import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../../resources/documents/note-screen.ts'
import { TestServer } from '../../resources/test-server.ts'
import { sendImport } from '../send-import.ts'

const screen = 'demo/box'
const box = noteScreen({
  id: screen,
  title: '箱子',
  perm: 'demo:box',
  table: { name: 'demo_box' },
  import: { match: ['fcode'] },
  fields: [
    { key: 'fcode', title: '编码', type: 'input', validateRules: [{ required: true }] },
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fshelfid', type: 'hidden', length: 36 },
    { key: 'fprice', title: '价格', type: 'inputNumber', scale: 2, access: { edit: 'demo:box:price' } },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_box_item', fk: 'fboxid' },
      fields: [{ key: 'fthing', title: '物品', type: 'input' }],
    },
  ],
})

/** Known by a number with decimals; a new one is open. */
const bin = noteScreen({
  id: 'demo/bin',
  title: '库位',
  perm: 'demo:bin',
  table: { name: 'demo_bin' },
  import: { match: ['fnumber'] },
  fields: [
    { key: 'fnumber', title: '号', type: 'inputNumber', scale: 2 },
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fopen', title: '开放', type: 'switch', defaultValue: 'Y' },
    {
      key: 'fweight',
      title: '承重',
      type: 'inputNumber',
      scale: 2,
      validateRules: [{ unique: true, message: '承重已存在' }],
    },
  ],
})

let server: TestServer
beforeAll(async () => {
  const grants = ['box', 'bin'].flatMap((name) =>
    ['import', 'add', 'edit', 'list'].map((word) => `demo:${name}:${word}`),
  )
  server = await TestServer.open({ 'demo/box.json': box, 'demo/bin.json': bin }, { clerk: grants })
})
afterAll(() => server?.close())

const boxes = async (prefix: string) =>
  (
    await sql<Record<string, unknown>>`
      select fcode, fname, fshelfid, (select count(*)::int from demo_box_item i where i.fboxid = b.id) as items
      from demo_box b where fcode like ${`${prefix}%`} order by fcode`.execute(server.test.db.owner)
  ).rows
const send = (sheets: Record<string, unknown[][]>, fields: Record<string, string>) =>
  sendImport(server, screen, sheets, { fields })
const flat = (prefix: string) => ({
  箱子: [
    ['编码', '名称', '明细.物品'],
    [`${prefix}1`, '一', '纸'],
    ['', '', '笔'],
    [`${prefix}1`, '一', '墨'],
    [`${prefix}2`, '二', ''],
  ],
  明细: [
    ['编码', '物品'],
    [`${prefix}2`, '砚'],
  ],
})

it('isSingleTableImport leaves out the detail tables, with their sheets and the rows that only they have', async () => {
  expect(await send(flat('A'), {})).toMatchObject({ code: 200, result: { inserted: 2 } })
  expect((await boxes('A')).map(({ items }) => items)).toEqual([3, 1])
  expect(await send(flat('B'), { isSingleTableImport: '1' })).toMatchObject({
    code: 200,
    result: { totalCount: 2, inserted: 2 },
  })
  expect(await boxes('B')).toMatchObject([
    { fcode: 'B1', fname: '一', items: 0 },
    { fcode: 'B2', fname: '二', items: 0 },
  ])
})

it('a row that repeats a key with other content is a fault, also when the detail tables are left out', async () => {
  const rows = {
    箱子: [
      ['编码', '名称'],
      ['C1', '一'],
      ['C1', '二'],
    ],
  }
  const { result } = await send(rows, { isSingleTableImport: '1' })
  expect(result.faults).toMatchObject([{ row: 3, reason: '和上面的一行重复' }])
})

it('every record gets the values of foreignKeys, whatever the sheet has in these fields', async () => {
  const rows = {
    箱子: [
      ['编码', 'fshelfid'],
      ['D1', 'other'],
      ['D2', ''],
    ],
  }
  expect(await send(rows, { foreignKeys: JSON.stringify({ fshelfid: 's7' }) })).toMatchObject({ code: 200 })
  expect((await boxes('D')).map(({ fshelfid }) => fshelfid)).toEqual(['s7', 's7'])
})

it('foreignKeys are refused when they are no object of values, or name a field that the user may not import', async () => {
  const rows = { 箱子: [['编码'], ['E1']] }
  for (const text of ['[1]', '"x"', '{"fshelfid":{}}', '{'])
    expect(await send(rows, { foreignKeys: text })).toMatchObject({
      success: false,
      message: '文件导入失败:外键不能识别',
    })
  for (const key of ['fprice', 'nothing', 'createBy'])
    expect(await send(rows, { foreignKeys: JSON.stringify({ [key]: '1' }) })).toMatchObject({
      success: false,
      message: `文件导入失败:外键「${key}」不是可以导入的字段`,
    })
  expect(await boxes('E')).toEqual([])
})

const bins = async () =>
  (
    await sql<Record<string, unknown>>`
      select fnumber::float, fname, fopen from demo_bin order by fnumber, id`.execute(server.test.db.owner)
  ).rows
const sendBins = (...rows: unknown[][]) =>
  sendImport(server, 'demo/bin', { 库位: [['号', '名称', '开放', '承重'], ...rows] })

it('a record whose key is a number with decimals is updated, and a blank switch says nothing', async () => {
  expect(await sendBins([10, '一', '', 5], [10.5, '二', '否', 6])).toMatchObject({ result: { inserted: 2 } })
  const stored = [
    { fnumber: 10, fname: '一', fopen: 'Y' },
    { fnumber: 10.5, fname: '二', fopen: 'N' },
  ]
  expect(await bins()).toEqual(stored)
  expect(await sendBins([10, '三', '', 5], ['10.50', '四', '是', 6])).toMatchObject({
    result: { inserted: 0, updated: 2 },
  })
  expect(await bins()).toEqual([
    { fnumber: 10, fname: '三', fopen: 'Y' },
    { fnumber: 10.5, fname: '四', fopen: 'Y' },
  ])
})

it('a key that is no number is a fault of its cell, and a repeated number is one beside others of its row', async () => {
  const { result } = await sendBins(['十', '五', '', 7], [11, '六', '也许', 5])
  expect(result.faults.map(({ row, reason }: { row: number; reason: string }) => [row, reason])).toEqual([
    [2, '不是数字：十'],
    [3, '应为「是」或「否」：也许'],
    [3, '承重已存在'],
  ])
})
