import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { permitRefusal } from '../../../platform/store/queue/concurrency.ts'
import { FairQueue, type ReleasePermit } from '../../../platform/store/queue/fair-queue.ts'
import { currentRequester } from '../../../platform/store/requester.ts'
import { makeTemporaryFolder } from '../../../platform/temporary-folder.ts'
import { MAX_FILE_BYTES } from '../workbook/read-limits.ts'
import { readWorkbook } from '../workbook/read-workbook.ts'
import type { ImportFile } from './import-records.ts'

const refuse = defineRefusals({
  IMPORT_FILE_MISSING: '文件导入失败:请选择文件',
  IMPORT_FILE_SIZE: '文件导入失败:文件超过 {max}MB',
  IMPORT_FORM: '文件导入失败:文件没有传完，请重试',
  IMPORT_CELLS: '文件导入失败:改过的单元格不能识别',
  IMPORT_FOREIGN_KEYS: '文件导入失败:外键不能识别',
})

export const MAX_FILES = 5
const MAX_CELLS = 2000

/** A cell that the user has corrected: it replaces the text of the file. */
interface MendedCell {
  file: string
  sheet: string
  row: number
  column: string
  value: string
}

export interface ImportForm {
  files: ImportFile[]
  isTrial: boolean
  /** Whether an import of many rows may run on after its answer. */
  isBackground: boolean
  /** Whether the detail tables are left out (`isSingleTableImport`). */
  isHeadOnly: boolean
  /** Values that every record gets, by the keys of fields. */
  foreignKeys: JsonObject
}

const isMended = (cell: unknown): cell is MendedCell => {
  if (typeof cell !== 'object' || cell === null) return false
  const { file, sheet, row, column, value } = cell as Record<string, unknown>
  const areTexts = [file, sheet, column, value].every((text) => typeof text === 'string')
  return areTexts && Number.isInteger(row) && /^[A-Z]{1,3}$/.test(String(column))
}

function mendedCells(text: string): MendedCell[] {
  try {
    const cells: unknown = JSON.parse(text)
    if (Array.isArray(cells) && cells.length <= MAX_CELLS && cells.every(isMended)) return cells
  } catch {
    // A text that is no JSON is refused like any other content.
  }
  throw refuse('IMPORT_CELLS')
}

function readForeignKeys(text: string): JsonObject {
  try {
    const keys: unknown = JSON.parse(text)
    const isValue = (value: unknown) => value === null || ['string', 'number'].includes(typeof value)
    if (isJsonObject(keys) && Object.values(keys).every(isValue)) return keys
  } catch {
    // A text that is no JSON is refused like any other content.
  }
  throw refuse('IMPORT_FOREIGN_KEYS')
}

/** The position of a column by its letters, counted from 0. */
const columnAt = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Replaces the texts of the corrected cells; cells of unknown sheets and rows are ignored. */
function mend(files: readonly ImportFile[], cells: readonly MendedCell[]): void {
  for (const { file, sheet, row, column, value } of cells) {
    const texts = files.find(({ name }) => name === file)?.sheets.find(({ name }) => name === sheet)?.rows[
      row - 1
    ]
    const at = columnAt(column)
    if (!texts || at >= 200) continue
    while (texts.length <= at) texts.push('')
    texts[at] = value
  }
}

/** The form of an import whose body has arrived: its files wait on the disk for a permit. */
interface ReceivedForm {
  uploads: { name: string; path: string }[]
  fields: Map<string, string>
  /** Removes the files. */
  discard(): Promise<void>
}

async function receiveParts(request: FastifyRequest, folder: string) {
  const uploads: ReceivedForm['uploads'] = []
  const fields = new Map<string, string>()
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.set(part.fieldname, String(part.value))
    else {
      const path = join(folder, String(uploads.length))
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
      if (part.file.truncated) throw refuse('IMPORT_FILE_SIZE', { values: { max: MAX_FILE_BYTES >> 20 } })
      if (part.filename) uploads.push({ name: part.filename.slice(-200), path })
    }
  }
  return { uploads, fields }
}

/** Receives the body of an import. It needs no permit: a slow line makes nobody wait. */
async function receiveForm(request: FastifyRequest): Promise<ReceivedForm> {
  const folder = await makeTemporaryFolder()
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    return { ...(await receiveParts(request, folder)), discard }
  } catch (error) {
    await discard()
    // The parser's own errors have a status; other errors come from a body that breaks off.
    const isRefusal = error instanceof AppError || (error instanceof Error && 'statusCode' in error)
    throw isRefusal ? error : refuse('IMPORT_FORM', { cause: error })
  }
}

/** Bodies that arrive at the same time: many slow ones of one person leave places for others. */
const arrivals = new FairQueue(
  { maxRunning: 100, maxRunningPerKey: 3, maxPending: 200, maxPendingPerKey: 6, maxWait: 30_000 },
  permitRefusal,
)

/**
 * Receives the form of an import, then calls `work` with a permit of the queue. The permit is released when `work` has ended,
 * unless `work` keeps it, by `keepPermit`, and releases it itself. No import holds a permit while its body arrives.
 */
export async function withImportForm<T>(
  imports: FairQueue,
  request: FastifyRequest,
  work: (form: ImportForm, keepPermit: () => ReleasePermit) => Promise<T>,
): Promise<T> {
  const { key, signal } = currentRequester()
  const received = await arrivals.run(key, () => receiveForm(request), signal())
  try {
    const release = await imports.acquire(key, signal())
    let isKept = false
    const keepPermit = () => {
      isKept = true
      return release
    }
    try {
      return await work(await readImportForm(request, received), keepPermit)
    } finally {
      if (!isKept) release()
    }
  } finally {
    await received.discard()
  }
}

/**
 * Reads the form of an import: workbooks as `file` or `files[]`, corrected cells as JSON in `cells`, `dryRun`, `background`,
 * and of the contract `isSingleTableImport` (any text) and `foreignKeys` (a JSON object of values by field), also in the
 * query. `validateStatus` is accepted: every import is checked.
 */
async function readImportForm(
  request: FastifyRequest,
  { uploads, fields }: ReceivedForm,
): Promise<ImportForm> {
  if (uploads.length === 0) throw refuse('IMPORT_FILE_MISSING')
  const files: ImportFile[] = []
  for (const { name, path } of uploads)
    files.push({ name, sheets: await readWorkbook(await readFile(path), name) })
  const cells = fields.get('cells')
  if (cells !== undefined && cells !== '') mend(files, mendedCells(cells))
  const query = request.query as Record<string, unknown>
  const readPart = (name: string): string => fields.get(name) ?? String(query[name] ?? '')
  const foreignKeys = readPart('foreignKeys')
  return {
    files,
    isTrial: ['1', 'true'].includes(readPart('dryRun')),
    isBackground: fields.get('background') === '1',
    isHeadOnly: readPart('isSingleTableImport') !== '',
    foreignKeys: foreignKeys === '' ? {} : readForeignKeys(foreignKeys),
  }
}
