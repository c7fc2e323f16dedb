import { write } from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { buildCaller } from '#server/records/caller.ts'
import { importRecords } from '#server/records/excel/import/import-records.ts'
import { readSheets } from '#server/records/excel/workbook/read-sheets.ts'
import { getResource } from '#server/records/resource.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { TestServer } from '../resources/test-server.ts'
import { generateWorkbook, STORED_CODE } from './generated-workbooks.ts'

const part = noteScreen({
  id: 'demo/part',
  title: '零件',
  perm: 'demo:part',
  table: { name: 'demo_part' },
  fields: [
    { key: 'fcode', title: '编码', type: 'input', validateRules: [{ unique: true, message: '编码已存在' }] },
    { key: 'fname', title: '名称', type: 'input', validateRules: [{ required: true }] },
    { key: 'funit', title: '单位', type: 'select', dictCode: 'demo_unit' },
    { key: 'fprice', title: '单价', type: 'inputNumber', length: 12, scale: 2 },
    { key: 'fday', title: '日期', type: 'date' },
    { key: 'fmark', title: '在用', type: 'switch' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_part_item', fk: 'fpartid' },
      fields: [
        { key: 'fpart', title: '品名', type: 'input', validateRules: [{ required: true }] },
        {
          key: 'fnum',
          title: '数量',
          type: 'inputNumber',
          scale: 2,
          validateRules: [{ check: 'fnum > 0', message: '数量必须大于0' }],
        },
      ],
    },
  ],
})

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ 'demo/part.json': part })
  await sql`insert into demo_part (id, rev, fcode, fname) values ('stored', 1, ${STORED_CODE}, '已有')`.execute(
    server.test.db.owner,
  )
})
afterAll(() => server?.close())

const user = {
  id: 'clerk',
  username: 'clerk',
  realname: '',
  orgCode: 'A01',
  roles: [],
  isAdmin: true,
  codes: new Set<string>(),
  grants: new Set<string>(),
  mustChange: false,
}

it('every faulty cell of 300 generated workbooks is named, and every record is counted', async () => {
  const { services } = server
  const entry = services.documents.screen('demo/part')
  if (!entry) throw new Error('The document was refused.')
  const resource = getResource(entry.document, entry.documentHash, fieldValues)
  const caller = buildCaller(user, services)
  let faultCount = 0
  for (let seed = 0; seed < 300; seed += 1) {
    const { book, faults, records } = generateWorkbook(seed)
    const bytes: Buffer = write(book, { type: 'buffer', bookType: seed % 3 === 0 ? 'xls' : 'xlsx' })
    const sheets = readSheets(bytes, seed % 3 === 0 ? '单.xls' : '单.xlsx')
    const isTrial = faults.length === 0
    const result = await importRecords(services, resource, caller, [{ name: '单', sheets }], {
      isTrial,
      after: async () => undefined,
    })
    const named = result.faults.map(({ sheet, column, row, header }) => `${sheet}!${column}${row} ${header}`)
    expect([seed, named.sort()]).toEqual([seed, faults])
    expect([seed, result.total]).toEqual([seed, records])
    const { inserted, updated, unchanged, skipped, refused } = result
    expect([seed, inserted + updated + unchanged + skipped + refused]).toEqual([seed, records])
    if (isTrial) expect([seed, result.inserted]).toEqual([seed, records])
    for (const { reason } of result.faults) expect(reason).toMatch(/[\u4e00-\u9fff]/)
    faultCount += faults.length
  }
  expect(faultCount).toBeGreaterThan(500)
  const { rows } = await sql`select id from demo_part`.execute(server.test.db.owner)
  expect(rows).toEqual([{ id: 'stored' }])
}, 60_000)
