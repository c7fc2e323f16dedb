import { createRequire } from 'node:module'
import type { Sent } from './client.ts'
import { PARTS } from './server.ts'

const { utils, write } = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx')

/** A request that is no part of the usual work, such as an import. */
export interface Errand {
  name: string
  /** `billId` is a bill that the person has just looked at. */
  request(billId: string): { path: string; sent?: Sent }
}

const BOUNDARY = 'bench'

/** A form with one file, as a request sends it. */
export const fileForm = (field: string, name: string, type: string, bytes: Buffer): Sent => ({
  method: 'POST',
  body: Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]),
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
})

export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function smallWorkbook(): Buffer {
  const book = utils.book_new()
  const rows = Array.from({ length: 20 }, (_, at) => [`零件${at}`, at])
  utils.book_append_sheet(book, utils.aoa_to_sheet([['名称', '数量'], ...rows]), '零件')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

const importForm = fileForm('files[]', '零件.xlsx', WORKBOOK, smallWorkbook())

export const importErrand: Errand = {
  name: 'imports of 20 rows',
  request: () => ({ path: `${PARTS}/importExcel`, sent: importForm }),
}

export const reportErrand: Errand = {
  name: 'whole reports',
  request: () => ({ path: '/online/cgreport/api/getData/rp_holdings?getAll=true' }),
}

export const pdfErrand: Errand = {
  name: 'PDF files',
  request: (billId) => ({ path: `/resource/stock/in-bill/printPdf?ids=${billId}` }),
}
