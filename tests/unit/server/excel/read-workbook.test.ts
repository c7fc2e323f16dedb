import { deflateRawSync } from 'node:zlib'
import { utils, type WorkBook, write } from '@e965/xlsx'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MAX_READ_MS } from '#server/records/excel/workbook/read-limits.ts'
import { readSheets } from '#server/records/excel/workbook/read-sheets.ts'
import { readWorkbook } from '#server/records/excel/workbook/read-workbook.ts'
import { writeZip } from '#server/records/excel/workbook/zip-writer.ts'

const buildBook = (rows: unknown[][], change: (book: WorkBook) => void = () => undefined): WorkBook => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '单')
  change(book)
  return book
}
const writeBytes = (book: WorkBook, bookType: 'xlsx' | 'xls' = 'xlsx'): Buffer =>
  write(book, { type: 'buffer', bookType })
const buildZip = async (entries: Record<string, string>) => {
  const list = Object.entries(entries).map(([name, text]) => ({ name, content: [text] }))
  const chunks: Buffer[] = []
  for await (const chunk of writeZip(list)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const findFault = (bytes: Buffer, name: string) => {
  try {
    readSheets(bytes, name)
    return null
  } catch (error) {
    return (error as { fault?: string }).fault ?? String(error)
  }
}

it.each(['xlsx', 'xls'] as const)(
  'a thread reads texts, numbers and dates when the file is an .%s',
  async (type) => {
    const book = buildBook([
      ['编号', '数', '日期', '是'],
      ['001', 0.1 + 0.2, { t: 'n', v: 45659, z: 'yyyy/m/d' }, true],
      ['', { t: 'n', v: 45659.75, z: 'yyyy/m/d h:mm' }],
      ['  ', ''],
    ])
    expect(await readWorkbook(writeBytes(book, type), `单.${type}`)).toEqual([
      {
        name: '单',
        rows: [
          ['编号', '数', '日期', '是'],
          ['001', '0.3', '2025-01-02', 'TRUE'],
          ['', '2025-01-02 18:00:00'],
        ],
      },
    ])
  },
)

it('a formula is read as its cached value, and an error as its text', () => {
  const book = buildBook([['数'], [{ t: 'n', v: 6, f: '2*3' }], [{ t: 'e', v: 42, w: '#N/A' }]])
  expect(readSheets(writeBytes(book), 'a.xlsx')[0]?.rows).toEqual([['数'], ['6'], ['#N/A']])
})

it.each([
  ['xlsx', 0.5, '0%', '50%'],
  ['xls', 0.5, '0%', '50%'],
  ['xlsx', 0.07, '0.00%', '7%'],
  ['xlsx', 1 / 3, '0.00%;[Red]-0.00%', '33.3333333333333%'],
  ['xlsx', -0.125, '0.0%', '-12.5%'],
  ['xlsx', 1e-9, '0.00%', '0.0000001%'],
  ['xlsx', 0.5, '0.0"%"', '0.5'],
  ['xlsx', 0.5, '0.0\\%', '0.5'],
  ['xlsx', 123, '00000', '00123'],
  ['xls', 123, '00000', '00123'],
  ['xlsx', 123456, '00000', '123456'],
  ['xlsx', 0, '000', '000'],
  ['xlsx', 12.5, '00000', '12.5'],
  ['xlsx', -5, '000', '-5'],
  ['xlsx', 5, '0.00', '5'],
  ['xlsx', 1234567, '#,##0', '1234567'],
] as const)('the number in an .%s of the value %d in the format %s is %s', (type, v, z, text) => {
  const book = buildBook([['数'], [{ t: 'n', v, z }]])
  expect(readSheets(writeBytes(book, type), `a.${type}`)[0]?.rows).toEqual([['数'], [text]])
})

it('a number of more than 15 digits keeps its exponent, which tells that digits are lost', () => {
  const book = buildBook([['号码'], [1.10101199001011e17], [1e20], ['110101199001011234'], [9787101003048]])
  const texts = [['号码'], ['1.10101199001011E+17'], ['1E+20'], ['110101199001011234'], ['9787101003048']]
  expect(readSheets(writeBytes(book), 'a.xlsx')[0]?.rows).toEqual(texts)
  expect(readSheets(writeBytes(book, 'xls'), 'a.xls')[0]?.rows).toEqual(texts)
})

it('merged cells have the content of the first one', () => {
  const book = buildBook(
    [
      ['单号', '品名'],
      ['A1', '纸'],
      ['', '笔'],
    ],
    ({ Sheets }) => {
      if (Sheets.单) Sheets.单['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }]
    },
  )
  expect(readSheets(writeBytes(book), 'a.xlsx')[0]?.rows).toEqual([
    ['单号', '品名'],
    ['A1', '纸'],
    ['A1', '笔'],
  ])
})

it('hidden sheets are not read', () => {
  const book = buildBook([['一']], (given) => {
    utils.book_append_sheet(given, utils.aoa_to_sheet([['二']]), '隐藏')
    given.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
  })
  expect(readSheets(writeBytes(book), 'a.xlsx').map(({ name }) => name)).toEqual(['单'])
})

it('dates count from 1904 when the workbook says so', () => {
  const book = buildBook([[{ t: 'n', v: 44197, z: 'yyyy-mm-dd' }]], (given) => {
    given.Workbook = { WBProps: { date1904: true } }
  })
  expect(readSheets(writeBytes(book), 'a.xlsx')[0]?.rows).toEqual([['2025-01-02']])
})

it.each([
  ['a renamed program', Buffer.from('MZ\u0090\u0000 program'), 'a.xlsx', 'type'],
  ['a page with a table', Buffer.from('<table><tr><td>1</td></tr></table>'), 'a.xls', 'type'],
  ['a workbook with another name', writeBytes(buildBook([['一']])), 'a.csv', 'type'],
  ['a truncated file', writeBytes(buildBook([['一']])).subarray(0, 900), 'a.xlsx', 'damaged'],
  ['an empty file', Buffer.alloc(0), 'a.xlsx', 'type'],
])('%s is refused by its reason', (_case, bytes, name, fault) => {
  expect(findFault(bytes, name)).toBe(fault)
})

it('more rows or columns than allowed are refused', () => {
  expect(findFault(writeBytes(buildBook(Array.from({ length: 20_002 }, (_, at) => [at]))), 'a.xlsx')).toBe(
    'rows',
  )
  expect(findFault(writeBytes(buildBook([Array.from({ length: 201 }, (_, at) => at)])), 'a.xlsx')).toBe(
    'columns',
  )
})

it('an archive is refused before it is unpacked when it declares too much, and while unpacking when it lies', async () => {
  const bomb = await buildZip({ '[Content_Types].xml': '', 'xl/a.xml': ' '.repeat(30_000_000) })
  expect(findFault(bomb, 'a.xlsx')).toBe('size')
  const packed = deflateRawSync(Buffer.alloc(30_000_000)).length
  const lying = Buffer.from(bomb)
  const declared = lying.lastIndexOf(Buffer.from('xl/a.xml')) - 46 + 24
  expect(lying.readUInt32LE(declared)).toBe(30_000_000)
  lying.writeUInt32LE(packed, declared)
  expect(findFault(lying, 'a.xlsx')).toBe('size')
})

it('a document type declaration is refused', async () => {
  const entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet/>'
  expect(findFault(await buildZip({ '[Content_Types].xml': entity }), 'a.xlsx')).toBe('markup')
})

it('a file whose reading takes longer than allowed is refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const reading = readWorkbook(writeBytes(buildBook([['一']])), '单.xlsx')
  vi.advanceTimersByTime(MAX_READ_MS)
  await expect(reading).rejects.toMatchObject({ text: '文件导入失败:文件太大，读取超时' })
})
