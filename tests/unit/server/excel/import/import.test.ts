import { utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../../resources/documents/note-screen.ts'
import { type Person, TestServer } from '../../resources/test-server.ts'
import { rowsOfWorkbook } from '../workbook-rows.ts'

const goods = noteScreen({
  id: 'demo/part',
  title: '零件',
  perm: 'demo:part',
  table: { name: 'demo_part' },
  import: { match: ['fcode'] },
  fields: [
    {
      key: 'fcode',
      title: '编码',
      type: 'input',
      length: 20,
      validateRules: [
        { required: true, message: '请输入编码' },
        { unique: true, message: '编码已存在' },
      ],
    },
    {
      key: 'fname',
      title: '名称',
      type: 'input',
      validateRules: [{ required: true, message: '请输入名称' }],
    },
    { key: 'funit', title: '单位', type: 'select', dictCode: 'demo_unit' },
    { key: 'fprice', title: '单价', type: 'inputNumber', scale: 2 },
    { key: 'fday', title: '日期', type: 'date' },
    { key: 'fno', title: '流水号', type: 'input', auto: 'P{####}' },
  ],
})
const rights = ['list', 'detail', 'add', 'edit', 'import', 'export'].map((word) => `demo:part:${word}`)

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/part.json': goods },
    { clerk: [...rights, 'demo:order:import', 'demo:order:export'] },
  )
})
afterAll(() => server?.close())

type Sheets = Record<string, unknown[][]>
const workbook = (sheets: Sheets): Buffer => {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}

async function send(
  files: readonly (readonly [name: string, bytes: Buffer])[],
  {
    who = 'clerk' as Person,
    screen = 'demo/part',
    verb = 'importExcel',
    fields = {} as Record<string, string>,
  } = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, bytes] of files) form.append('files[]', new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await server.app.inject({
    method: 'POST',
    url: `/jeecg-boot/resource/${screen}/${verb}`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      'x-access-token': server.tokens.get(who) ?? '',
    },
  })
  return answer.json()
}
const importSheets = (sheets: Sheets, options: Parameters<typeof send>[1] = {}) =>
  send([['单.xlsx', workbook(sheets)]], options)
const download = async (verb: string, screen = 'demo/part') =>
  (
    await server.app.inject({
      method: 'GET',
      url: `/jeecg-boot/resource/${screen}/${verb}`,
      headers: { 'x-access-token': server.tokens.get('clerk') ?? '' },
    })
  ).rawPayload
const parts = async () =>
  (
    await sql<{ fcode: string; fname: string; funit: string; fprice: string; fday: string }>`
      select fcode, fname, funit, fprice::text, fday::text from demo_part order by fcode`.execute(
      server.test.db.owner,
    )
  ).rows

it('records are inserted with dictionary values, numbers and dates when all rows are right', async () => {
  const answer = await importSheets({
    零件: [
      ['*编码', '名称', '单位', '单价', '日期'],
      ['A1', '螺丝', '册（本）', '1,234.5', '2025/1/2'],
      ['A2', '螺母', '套', 2, 45659],
    ],
  })
  expect(answer).toMatchObject({
    code: 200,
    message: '共2行数据全部导入成功！',
    result: { inserted: 2, updated: 0, faultCount: 0 },
  })
  expect(await parts()).toEqual([
    { fcode: 'A1', fname: '螺丝', funit: '册', fprice: '1234.50', fday: '2025-01-02' },
    { fcode: 'A2', fname: '螺母', funit: '套', fprice: '2.00', fday: '2025-01-02' },
  ])
})

it('records are updated when their key is stored, and the same file changes nothing the second time', async () => {
  const sheets = {
    零件: [
      ['fcode', 'fname', '单价'],
      ['A1', '长螺丝', 3],
      ['A3', '垫片', 1],
    ],
  }
  expect((await importSheets(sheets)).result).toMatchObject({ inserted: 1, updated: 1, unchanged: 0 })
  expect((await importSheets(sheets)).result).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
  expect((await parts()).map(({ fcode, fname, fprice }) => [fcode, fname, fprice])).toEqual([
    ['A1', '长螺丝', '3.00'],
    ['A2', '螺母', '2.00'],
    ['A3', '垫片', '1.00'],
  ])
})

it('every fault is reported with its cell, and nothing is stored', async () => {
  const before = await parts()
  const answer = await importSheets({
    零件: [
      ['编码', '名称', '单位', '单价', '日期'],
      ['B1', '', '套', 1, ''],
      ['B2', '卡子', '册(本)', '十二', '2025-02-30'],
      ['B3', '好的', '套', 1, ''],
      ['B3', '重复', '套', 1, ''],
    ],
  })
  expect(answer).toMatchObject({
    code: 201,
    message: expect.stringMatching(/^文件导入失败:有 \d+ 处错误，没有导入任何数据$/),
    result: { successCount: 0, errorCount: 3, totalCount: 4 },
  })
  expect(
    answer.result.faults
      .map((fault: Record<string, unknown>) => [fault.row, fault.column, fault.header, fault.nearest ?? null])
      .sort(),
  ).toEqual([
    [2, 'B', '名称', null],
    [3, 'C', '单位', '册（本）'],
    [3, 'D', '单价', null],
    [3, 'E', '日期', null],
    [5, 'A', '编码', null],
  ])
  expect(await parts()).toEqual(before)
  const { fileUrl } = answer.result
  const file = await server.app.inject({ method: 'GET', url: fileUrl })
  expect(file.body.split('\r\n')).toHaveLength(5)
  expect(file.body).toContain('第 3 行 C 列「单位」')
})

it('the numbers of new, changed, unchanged and refused rows add up to the rows of the sheet', async () => {
  const before = await parts()
  const rows = [
    ['编码', '名称', '单位', '单价'],
    ['A1', '长螺丝', '册', 3],
    ['A2', '螺母', '套', 5],
    ['A4', '新件', '套', 1],
    ['A5', '坏件', '麻袋', 1],
    ['A6', '坏件', '麻袋', '很多'],
  ]
  const { result } = await importSheets({ 零件: rows })
  expect(result).toMatchObject({ totalCount: 5, inserted: 1, updated: 1, unchanged: 1, refused: 2 })
  expect(result.msg).toBe(
    '总上传行数：5，已导入行数：0，错误行数：2；没有错误的行将新增 1 行，修改 1 行，没有变化 1 行',
  )
  expect(result.faults[0]).toMatchObject({
    key: 'funit',
    line: [
      { column: 'A', header: '编码', value: 'A5' },
      { column: 'B', header: '名称', value: '坏件' },
      { column: 'C', header: '单位', value: '麻袋' },
      { column: 'D', header: '单价', value: '1' },
    ],
  })
  expect(await parts()).toEqual(before)
  const good = await importSheets({ 零件: rows.slice(0, 3) })
  expect(good.message).toBe('共2行数据全部导入成功！修改 1 行，没有变化 1 行')
  await importSheets({
    零件: [
      ['编码', '名称', '单价'],
      ['A2', '螺母', 2],
    ],
  })
})

it('a number of more than 15 digits is a fault with its remedy, and a text of as many digits is stored whole', async () => {
  const rows = [
    ['编码', '名称'],
    ['6901234567890123456', '整码'],
    [1.10101199001011e17, '断码'],
  ]
  const { code, result } = await importSheets({ 零件: rows })
  expect(code).toBe(201)
  expect(result.faults).toMatchObject([
    { row: 3, column: 'A', value: '1.10101199001011E+17', reason: expect.stringContaining('格式设为文本') },
  ])
  expect((await importSheets({ 零件: rows.slice(0, 2) })).code).toBe(200)
  expect(await parts()).toContainEqual(expect.objectContaining({ fcode: '6901234567890123456' }))
  await sql`delete from demo_part where fcode = '6901234567890123456'`.execute(server.test.db.owner)
})

it('a trial reports faults and stores nothing, and corrected cells are imported with the file', async () => {
  const bytes = workbook({
    零件: [
      ['编码', '名称', '单位'],
      ['C1', '弹簧', '册书'],
    ],
  })
  const before = await parts()
  const trial = await send([['单.xlsx', bytes]], { fields: { dryRun: '1' } })
  expect(trial).toMatchObject({ code: 200, result: { inserted: 0, faultCount: 1 } })
  const [fault] = trial.result.faults
  const cells = JSON.stringify([{ ...fault, value: '套' }])
  expect(await send([['单.xlsx', bytes]], { fields: { dryRun: '1', cells } })).toMatchObject({
    result: { inserted: 1, faultCount: 0 },
  })
  expect(await parts()).toEqual(before)
  expect(await send([['单.xlsx', bytes]], { fields: { cells } })).toMatchObject({ code: 200 })
  expect((await parts()).find(({ fcode }) => fcode === 'C1')?.funit).toBe('套')
})

it('a conflict that only the database finds is a fault of its row', async () => {
  const answer = await importSheets(
    {
      订单: [
        ['外部编号', '名称', '品名', '数量'],
        ['X1', '一', '纸', 1],
        ['X9', '二', '笔', 1],
      ],
    },
    { screen: 'demo/order' },
  )
  expect(answer.code).toBe(200)
  const again = await importSheets(
    {
      订单: [
        ['外部编号', '名称', '品名', '数量'],
        ['X2', '三', '纸', 1],
        ['X1', '四', '笔', 1],
      ],
    },
    { screen: 'demo/order' },
  )
  expect(again).toMatchObject({ code: 201 })
  expect(again.result.faults).toMatchObject([{ row: 3, column: 'A', reason: '外部编号已存在' }])
})

it('rows of a detail sheet belong to the record that they name, and an export is imported again', async () => {
  const answer = await importSheets(
    {
      订单: [
        ['单号', '外部编号', '名称', '单位'],
        ['一', 'Y1', '甲', '套'],
        ['二', 'Y2', '乙', ''],
      ],
      明细: [
        ['单号', '品名', '数量'],
        ['一', '纸', 2],
        ['二', '墨', 3],
        ['一', '笔', 5],
      ],
    },
    { screen: 'demo/order' },
  )
  expect(answer).toMatchObject({ code: 200, result: { inserted: 2 } })
  const { 订单: heads = [], 明细: rows = [] } = rowsOfWorkbook(
    await download('exportXls?fcode=Y1', 'demo/order'),
  )
  expect(heads).toHaveLength(2)
  expect(rows.slice(1).map((row) => row[1])).toEqual(['纸', '笔'])
})

it('a template has the required columns, the lists to choose from and an example that is not imported', async () => {
  const bytes = await download('importTemplate')
  const { 零件: rows = [] } = rowsOfWorkbook(bytes)
  expect(rows[0]).toEqual(['*编码', '*名称', '单位', '单价', '日期', '说明'])
  expect(rows).toHaveLength(2)
  // Without its example the template has no rows to import.
  expect(await send([['模板.xlsx', bytes]])).toMatchObject({
    success: false,
    message: '文件导入失败:文件里没有要导入的数据行',
  })
})

it('an import without the right to it, and a file of another type, are refused', async () => {
  expect(await importSheets({ 零件: [['编码']] }, { who: 'nobody' })).toMatchObject({ code: 403 })
  expect(await send([['a.xlsx', Buffer.from('MZ')]])).toMatchObject({
    success: false,
    message: '文件导入失败:不是 Excel 文件，只能导入 .xls 和 .xlsx',
  })
})

it('headings that name no field are listed with the fields of which they may be one, and are imported as these', async () => {
  const bytes = workbook({
    零件: [
      ['零件清单'],
      ['编码', '零件名', '单位', '流水号', '创建时间', '说明', '颜色'],
      ['H1', '铰链', '套', 'P0001', '2025-01-01', '', '红'],
    ],
  })
  const headings = await send([['单.xlsx', bytes]], { verb: 'importHeadings' })
  expect(headings).toMatchObject({
    code: 200,
    result: {
      unknown: [
        { file: '单.xlsx', sheet: '零件', row: 2, column: 'B', header: '零件名', value: '零件名' },
        { row: 2, column: 'G', header: '颜色' },
      ],
      targets: ['编码', '名称', '单位', '单价', '日期'],
    },
  })
  const [heading] = headings.result.unknown
  const cells = JSON.stringify([{ ...heading, value: '名称' }])
  expect(await send([['单.xlsx', bytes]], { fields: { cells } })).toMatchObject({ code: 200 })
  expect((await parts()).find(({ fcode }) => fcode === 'H1')?.fname).toBe('铰链')
})

it('two hundred unknown headings are listed and the others are counted', async () => {
  const buildSheet = (at: number) => [
    ['编码', ...Array.from({ length: 60 }, (_, column) => `列${at}-${column}`)],
  ]
  const sheets = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`表${at}`, buildSheet(at)]))
  const { result } = await send([['单.xlsx', workbook(sheets)]], { verb: 'importHeadings' })
  expect([result.unknown.length, result.more]).toEqual([200, 40])
})

it('the fullest row is the header when no heading is known', async () => {
  const bytes = workbook({
    订单: [['清单'], ['甲', '乙']],
    明细: [
      ['单号', '材料'],
      ['一', '纸'],
    ],
  })
  const { result } = await send([['单.xlsx', bytes]], { verb: 'importHeadings', screen: 'demo/order' })
  expect(result.unknown).toMatchObject([
    { sheet: '订单', row: 2, column: 'A', header: '甲' },
    { sheet: '订单', row: 2, column: 'B', header: '乙' },
    { sheet: '明细', row: 1, column: 'B', header: '材料' },
  ])
  expect(result.targets).toContain('明细.品名')
})
