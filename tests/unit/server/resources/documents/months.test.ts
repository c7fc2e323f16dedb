import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { printRecord } from '#runtime/record/print/print-record.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { sendImport } from '../../excel/send-import.ts'
import { TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

const screen = noteScreen({
  fields: [
    {
      key: 'fmonth',
      title: '账期',
      type: 'month',
      query: 'range',
      isOrder: true,
      validateRules: [{ check: "fmonth >= '2026-01'", message: '账期太早' }],
    },
    { key: 'fnext', title: '下期', type: 'month', compute: 'addMonths(fmonth, 1)' },
    { key: 'fclose', title: '结账', type: 'date', compute: 'endOfMonth(fmonth)' },
    { key: 'fyear', title: '年', type: 'inputNumber', scale: 0, compute: 'year(fmonth)' },
    { key: 'fcost', title: '费用', type: 'inputNumber', scale: 0 },
  ],
  actions: { toolbar: ['add', 'import'], row: ['print'] },
}) as unknown as ScreenDocument

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ 'demo/note.json': screen }, {})
})
afterAll(() => server?.close())

const list = async (query: Record<string, string>) => {
  const url = '/jeecg-boot/resource/demo/note/list'
  const { body } = await server.call('admin', 'GET', url, {
    query: { column: 'fmonth', order: 'asc', ...query },
  })
  return body.result.records
}

it('a month is imported in the spellings of workbooks, computed with, compared, queried by range, grouped and printed', async () => {
  const sheets = {
    便笺: [
      ['账期', '费用'],
      ['2026-11', 1],
      ['2026年11月', 2],
      [46053, 3],
      ['2027/1', 4],
      ['2026-12-31', 5],
    ],
  }
  const imported = await sendImport(server, 'demo/note', sheets, { who: 'admin' })
  expect(imported.message).not.toMatch(/失败/)
  expect((await list({})).map(({ fmonth }: { fmonth: string }) => fmonth)).toEqual([
    ...['2026-01', '2026-11', '2026-11', '2026-12', '2027-01'],
  ])
  const within = await list({ fmonth_begin: '2026-12', fmonth_end: '2027-01' })
  expect(within).toMatchObject([
    { fmonth: '2026-12', fnext: '2027-01', fclose: '2026-12-31', fyear: 2026 },
    { fmonth: '2027-01', fnext: '2027-02', fclose: '2027-01-31', fyear: 2027 },
  ])
  const early = await server.call('admin', 'POST', '/jeecg-boot/resource/demo/note/add', {
    body: { fmonth: '2025年9月' },
  })
  expect(early.body.message).toMatch('账期太早')
  const template = {
    id: 'print/trial',
    title: '试验',
    screen: 'demo/note',
    blocks: [{ type: 'text', text: '{fmonth}账' }],
  }
  const env = { user: { id: '1', username: 'a', realname: 'a', orgCode: 'a' }, now: new Date(), mode: 'edit' }
  const print = { types: fieldTypes, can: () => true, lookup: noLookup, record: env } as never
  const printed = printRecord(screen, template as never, within[1], print)
  expect(JSON.stringify(printed)).toMatch('2027年1月账')
})
