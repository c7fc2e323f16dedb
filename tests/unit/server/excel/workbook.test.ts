import { read, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Cell } from '#server/records/excel/workbook/cells.ts'
import { distinctSheetNames, sheetName } from '#server/records/excel/workbook/sheet-names.ts'
import { columnLetters, type SheetColumn } from '#server/records/excel/workbook/sheet-xml.ts'
import { writeWorkbook } from '#server/records/excel/workbook/workbook.ts'

const moments = { title: '乙', width: 12, format: 'yyyy\\-mm\\-dd\\ hh:mm:ss' }
const weights = { title: '丙', width: 12, format: '0.0"千克"' }

async function written(
  rows: readonly (readonly Cell[])[],
  columns: SheetColumn[] = [{ title: '甲', width: 12 }, moments, weights],
) {
  const chunks: Buffer[] = []
  const sheet = { name: '单', columns, rows: [rows] }
  for await (const chunk of writeWorkbook([sheet])) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const readSheet = (bytes: Buffer) => {
  const { Sheets, SheetNames } = read(bytes, { cellNF: true, cellStyles: true })
  const sheet = Sheets[SheetNames[0] as string]
  if (!sheet) throw new Error('no sheet')
  return sheet
}

it('a workbook shows texts as they are, and numbers in the format of their column', async () => {
  const sheet = readSheet(
    await written([
      ['001', '1850-01-02', 3.5],
      [12.5, 45659.75, null],
    ]),
  )
  expect(utils.sheet_to_json(sheet, { header: 1, raw: false })).toEqual([
    ['甲', '乙', '丙'],
    ['001', '1850-01-02', '3.5千克'],
    ['12.5', '2025-01-02 18:00:00'],
  ])
  expect(sheet.A2).toMatchObject({ t: 's', v: '001' })
  expect(sheet.B3).toMatchObject({ t: 'n', v: 45659.75 })
})

it('a text that looks like a formula is a text cell when a spreadsheet opens it', async () => {
  const sheet = readSheet(await written([['=1+1', '＝cmd()']]))
  expect(sheet.A2).toMatchObject({ t: 's', v: '=1+1' })
  expect(sheet.A2.f).toBeUndefined()
  expect(sheet.B2).toMatchObject({ t: 's', v: '＝cmd()' })
})

it('every text is the same text when the workbook is read again', async () => {
  const text = fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 30 })
  const words = fc.constantFrom('_x000D_', '_x005F_', '一\n二', '\u0001', ' 前后 ', '<b>&amp;"', '@甲')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(text, words), { minLength: 1, maxLength: 50 }), async (texts) => {
      const sheet = readSheet(await written(texts.map((value) => [value])))
      expect(texts.map((_, at) => sheet[`A${at + 2}`]?.v)).toEqual(texts)
    }),
    { numRuns: 40 },
  )
})

it('columns have letters like a spreadsheet when there are more than 26', () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})

it('a sheet has an allowed name when the title has other characters', () => {
  expect(sheetName('入库/出库：[2025]*')).toBe('入库 出库： 2025')
  expect(sheetName('地'.repeat(40))).toHaveLength(31)
  expect(sheetName('//')).toBe('Sheet')
  expect(distinctSheetNames(['字典', '明细', '字典', '明细', 'a', 'A'])).toEqual([
    '字典',
    '明细',
    '字典 2',
    '明细 2',
    'a',
    'A 2',
  ])
  const long = '地'.repeat(40)
  expect(distinctSheetNames([long, long])[1]).toHaveLength(29)
})
