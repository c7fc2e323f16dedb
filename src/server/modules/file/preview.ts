import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { AppError } from '#runtime/kernel/errors.ts'
import type { Preview, PreviewedSheet } from '#runtime/record/file-preview.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { MAX_FILE_BYTES } from '../../records/excel/workbook/read-limits.ts'
import { readWorkbook } from '../../records/excel/workbook/read-workbook.ts'
import { fileQuery } from './file-query.ts'
import type { UploadServices } from './receive.ts'
import { PreviewQuery } from './shape.ts'
import { readHead } from './store.ts'

const refuse = defineRefusals({
  PREVIEW_GONE: '文件已经不在了，可能被删除了，请联系上传的人重新上传',
  PREVIEW_LOCKED: '这个表格有密码，不能在线查看，请下载后用密码打开',
  PREVIEW_LARGE: '这个表格太大，不能在线查看，请下载后查看',
  PREVIEW_DAMAGED: '这个文件已损坏，或者不是真的表格，不能在线查看，请下载后查看',
})

/** A longer text is shown up to here. */
const MAX_TEXT_BYTES = 512 * 1024
const MAX_ROWS = 200

/** A text in UTF-8, or in the encoding of Chinese Windows. A character that the end cuts is left out. */
function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('gb18030').decode(bytes, { stream: true })
  }
}

/** The rows of a text whose first line says what separates its columns. */
function readRows(text: string): string[][] {
  const [first = ''] = text.split('\n', 1)
  const delimiter = ['\t', ';', ','].find((sign) => first.includes(sign)) ?? ','
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true, to: MAX_ROWS + 1 })
  } catch {
    throw refuse('PREVIEW_DAMAGED')
  }
}

const largeReasons = [
  'WORKBOOK_ROWS',
  'WORKBOOK_COLUMNS',
  'WORKBOOK_SIZE',
  'WORKBOOK_TEXTS',
  'WORKBOOK_MEMORY',
  'WORKBOOK_TIME',
]

/** The refusals of the reader speak of an import. */
function asPreviewRefusal(error: unknown): unknown {
  const reason = (error instanceof AppError && error.reason) || ''
  if (!reason.startsWith('WORKBOOK_')) return error
  if (reason === 'WORKBOOK_ENCRYPTED') return refuse('PREVIEW_LOCKED', { cause: error })
  return refuse(largeReasons.includes(reason) ? 'PREVIEW_LARGE' : 'PREVIEW_DAMAGED', { cause: error })
}

async function readSheets(bytes: Buffer, path: string): Promise<PreviewedSheet[]> {
  try {
    const sheets = await readWorkbook(bytes, path)
    return sheets.map(({ name, rows }) => ({ name, rows: rows.slice(0, MAX_ROWS), total: rows.length }))
  } catch (error) {
    throw asPreviewRefusal(error)
  }
}

/** What a page shows of an uploaded file: of tables and texts their contents, of all others the name. */
export const previewRoutes: Plugin<UploadServices> = (app, { db, files }) => {
  async function readStart(path: string) {
    const source = await files.read(path)
    if (!source) throw refuse('PREVIEW_GONE')
    try {
      return await readHead(source, MAX_TEXT_BYTES + 1)
    } finally {
      source.destroy()
    }
  }

  async function readContents(path: string, size: number): Promise<Partial<Preview>> {
    if (/\.xlsx?$/.test(path)) {
      if (size > MAX_FILE_BYTES) throw refuse('PREVIEW_LARGE')
      const source = await files.read(path)
      if (!source) throw refuse('PREVIEW_GONE')
      return { sheets: await readSheets(await buffer(source), path) }
    }
    if (!/\.(txt|csv)$/.test(path)) return {}
    const start = await readStart(path)
    const isCut = start.length > MAX_TEXT_BYTES
    const text = decodeBytes(start.subarray(0, MAX_TEXT_BYTES))
    if (!path.endsWith('.csv')) return { text, isCut }
    const rows = readRows(isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text)
    const total = isCut || rows.length > MAX_ROWS ? {} : { total: rows.length }
    return { sheets: [{ name: '', rows: rows.slice(0, MAX_ROWS), ...total }] }
  }

  app.route({
    method: 'GET',
    url: '/sys/common/preview',
    config: { access: 'self' },
    schema: { querystring: PreviewQuery },
    handler: async ({ query: { path } }) => {
      const row = await fileQuery(db.app, path)?.select(['original_name', 'size']).executeTakeFirst()
      if (!row) throw refuse('PREVIEW_GONE')
      const size = Number(row.size)
      const preview: Preview = { name: String(row.original_name), size, ...(await readContents(path, size)) }
      return ok(preview)
    },
  })
}
