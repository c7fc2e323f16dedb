import { describe, expect, it } from 'vitest'
import { MAX_SHARED_TEXTS } from '#server/records/excel/workbook/read-limits.ts'
import { readSheets } from '#server/records/excel/workbook/read-sheets.ts'
import { readWorkbook } from '#server/records/excel/workbook/read-workbook.ts'
import { sharedTexts, workbookWith } from '../../../support/shared-texts.ts'

const item = (at: number) => `<si><t>${at}</t></si>`

/** A list of `count` texts that no cell but the first one needs. */
const unused = (count: number, write = item) => workbookWith(sharedTexts(count, write))

it('a workbook with 3,000,000 texts is refused by a sentence with the limit and the remedy', async () => {
  const read = readWorkbook(await unused(3_000_000), '单.xlsx')
  await expect(read).rejects.toMatchObject({
    text: '文件里保存的文本超过 1000000 个（带格式的文本按段计），请把要导入的行复制到新的工作簿，再分成几个文件导入',
  })
}, 30_000)

describe('too many texts are refused before they are read', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['as items', () => unused(MAX_SHARED_TEXTS + 2)],
    ['without content', () => unused(2 * MAX_SHARED_TEXTS + 4, (at) => `<si id="${at}"></si>`)],
    [
      'as the runs of one text',
      () => workbookWith(sharedTexts(MAX_SHARED_TEXTS + 2, (at) => `<r><t>${at}</t></r>`, 'si')),
    ],
    [
      'with a prefix, in a part of another name',
      () =>
        workbookWith(
          sharedTexts(MAX_SHARED_TEXTS + 2, (at) => `<x:si><x:t>${at}</x:t></x:si>`, undefined, 'x:'),
          'a.xml',
        ),
    ],
  ])(
    '%s',
    async (_, make) => {
      const bytes = await make()
      expect(() => readSheets(bytes, '单.xlsx')).toThrow(expect.objectContaining({ fault: 'texts' }))
    },
    30_000,
  )
})

it('a workbook with many texts that no cell needs is read', async () => {
  const sheets = readSheets(await unused(MAX_SHARED_TEXTS / 10), '单.xlsx')
  expect(sheets).toEqual([{ name: '单', rows: [['0']] }])
})
