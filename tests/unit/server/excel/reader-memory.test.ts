import { utils, write } from '@e965/xlsx'
import { expect, it, vi } from 'vitest'
import { readWorkbook } from '#server/records/excel/workbook/read-workbook.ts'

vi.mock('#server/records/excel/workbook/read-limits.ts', async (original) => ({
  ...(await original<typeof import('#server/records/excel/workbook/read-limits.ts')>()),
  MAX_READ_MEMORY_MB: 32,
}))

const writeBytes = (rows: unknown[][]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '单')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

it('a file whose reading needs more memory than its thread may use is refused, and the next file is read', async () => {
  const rows = Array.from({ length: 10_000 }, (_, row) =>
    Array.from({ length: 30 }, (_, at) => `第 ${row} 行第 ${at} 列`),
  )
  await expect(readWorkbook(writeBytes(rows), '大.xlsx')).rejects.toMatchObject({
    text: '读取文件需要的内存超过限制（32 MB），请把要导入的行复制到新的工作簿，再分成几个文件导入',
  })
  expect(await readWorkbook(writeBytes([['一']]), '小.xlsx')).toEqual([{ name: '单', rows: [['一']] }])
})
