import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairRows } from '#server/records/excel/import/pair-rows.ts'
import { noteScreen } from '../../resources/documents/note-screen.ts'
import { TestServer } from '../../resources/test-server.ts'
import { sendImport } from '../send-import.ts'
import { rowsOfWorkbook } from '../workbook-rows.ts'

const screen = 'demo/parcel'
const parcel = noteScreen({
  id: screen,
  title: '包裹',
  perm: 'demo:parcel',
  table: { name: 'demo_parcel' },
  import: { match: ['fcode'] },
  fields: [
    { key: 'fcode', title: '编号', type: 'input' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_parcel_item', fk: 'parcelId', order: 'orderNum' },
      fields: [
        {
          key: 'fname',
          title: '品名',
          type: 'input',
          validateRules: [{ required: true, message: '请填写品名' }],
        },
        { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
        { key: 'fsource', type: 'hidden' },
      ],
    },
    {
      key: 'labels',
      title: '明细',
      type: 'table',
      table: { name: 'demo_parcel_label', fk: 'parcelId' },
      fields: [{ key: 'ftext', title: '标签', type: 'input' }],
    },
  ],
})

let server: TestServer
beforeAll(async () => {
  const verbs = ['list', 'detail', 'add', 'edit', 'delete', 'import', 'export']
  server = await TestServer.open(
    { 'demo/parcel.json': parcel },
    { clerk: verbs.map((verb) => `demo:parcel:${verb}`) },
  )
})
afterAll(() => server?.close())

const importRows = (rows: readonly unknown[][]) => {
  const items = [['编号', '品名', '数量'], ...rows.map((row) => ['P1', ...row])]
  return sendImport(server, screen, { 包裹: [['编号'], ['P1']], 明细: items })
}

interface Item {
  fname: string
  fnum: number
  fsource: string | null
}

describe('the rows of a stored record that an import updates', () => {
  const call = (verb: string, method: 'GET' | 'POST' | 'DELETE', options: object) =>
    server.call('clerk', method, `/jeecg-boot/resource/${screen}/${verb}`, options)

  it.each<[string, unknown[][], [string, number, string | null][]]>([
    [
      'when one is left out',
      [
        ['墨', 2],
        ['笔', 3],
      ],
      [
        ['墨', 2, 's2'],
        ['笔', 3, 's3'],
      ],
    ],
    [
      'when one is left out and its neighbour is changed',
      [
        ['墨', 7],
        ['笔', 3],
      ],
      [
        ['墨', 7, 's2'],
        ['笔', 3, 's3'],
      ],
    ],
    [
      'in the order of the sheet',
      [
        ['笔', 3],
        ['纸', 1],
        ['墨', 2],
      ],
      [
        ['笔', 3, 's3'],
        ['纸', 1, 's1'],
        ['墨', 2, 's2'],
      ],
    ],
    [
      'when a new row stands between them',
      [
        ['纸', 1],
        ['砚', 9],
        ['墨', 2],
        ['笔', 3],
      ],
      [
        ['纸', 1, 's1'],
        ['砚', 9, null],
        ['墨', 2, 's2'],
        ['笔', 3, 's3'],
      ],
    ],
  ])('keep the values that the sheet lacks %s', async (_when, rows, expected) => {
    const items = [
      { fname: '纸', fnum: 1, fsource: 's1' },
      { fname: '墨', fnum: 2, fsource: 's2' },
      { fname: '笔', fnum: 3, fsource: 's3' },
    ]
    const { id } = (await call('add', 'POST', { body: { fcode: 'P1', items } })).body.result
    expect(await importRows(rows)).toMatchObject({ success: true, result: { updated: 1 } })
    const found = (await call('queryById', 'GET', { query: { id } })).body.result.items as Item[]
    expect(found.map(({ fname, fnum, fsource }) => [fname, fnum, fsource])).toEqual(expected)
    await call('delete', 'DELETE', { query: { id } })
  })

  it('are named at the place of the sheet when a value is refused', async () => {
    const items = [
      { fname: '纸', fnum: 1, fsource: 's1' },
      { fname: '墨', fnum: 2, fsource: 's2' },
    ]
    const { id } = (await call('add', 'POST', { body: { fcode: 'P1', items } })).body.result
    const answer = await importRows([
      ['砚', 9],
      ['', 1],
      ['墨', 2],
    ])
    expect(answer.result.faults).toMatchObject([{ sheet: '明细', row: 3, column: 'B', reason: '请填写品名' }])
    await call('delete', 'DELETE', { query: { id } })
  })
})

it('two details with one title have sheets of their own in the export and in the template', async () => {
  const download = async (verb: string) =>
    rowsOfWorkbook(
      (
        await server.app.inject({
          method: 'GET',
          url: `/jeecg-boot/resource/${screen}/${verb}`,
          headers: { 'x-access-token': server.tokens.get('clerk') ?? '' },
        })
      ).rawPayload,
    )
  const sheets = {
    包裹: [['编号'], ['P9']],
    明细: [
      ['编号', '品名'],
      ['P9', '纸'],
    ],
    '明细 2': [
      ['编号', '标签'],
      ['P9', '易碎'],
    ],
  }
  expect(await sendImport(server, screen, sheets)).toMatchObject({ success: true })
  const exported = await download('exportXls')
  expect([exported.明细?.length, exported['明细 2']?.[1]]).toEqual([2, ['P9', '易碎']])
  expect(Object.keys(await download('importTemplate'))).toEqual(['包裹', '明细', '明细 2'])
})

describe('rows of a sheet', () => {
  const stored = (...names: string[]) =>
    names.map((name, at) => ({ id: `${at}`, values: { name, unit: '册' } }))
  const pair = (rows: object[], ...names: string[]) =>
    pairRows(rows as Record<string, unknown>[], stored(...names)).map((row) => row?.id)

  it('continue the nearest of equal rows, each once', () => {
    const row = { name: '纸', unit: '册' }
    expect(pair([row, row, row], '纸', '墨', '纸')).toEqual(['0', '2', '1'])
  })

  it('are new when only blanks are equal', () => {
    const values = { name: '砚', unit: '方', note: '' }
    expect(pair([values], '纸')).toEqual([undefined])
  })
})
