import { Worker } from 'node:worker_threads'
import type { AppError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { permitRefusal } from '../../../platform/store/queue/concurrency.ts'
import { FairQueue } from '../../../platform/store/queue/fair-queue.ts'
import { currentRequester } from '../../../platform/store/requester.ts'
import {
  MAX_RATIO,
  MAX_READ_MEMORY_MB,
  MAX_READ_MS,
  MAX_SHARED_TEXTS,
  MAX_SHEET_COLUMNS,
  MAX_SHEET_ROWS,
  MAX_UNPACKED_BYTES,
  MIN_BOMB_BYTES,
  type ReadFault,
  type ReadMessage,
  type SheetTexts,
} from './read-limits.ts'

const refuse = defineRefusals({
  WORKBOOK_TYPE: '文件导入失败:不是 Excel 文件，只能导入 .xls 和 .xlsx',
  WORKBOOK_ENCRYPTED: '文件导入失败:文件有密码，请去掉密码后再导入',
  WORKBOOK_ROWS: '文件导入失败:超过 {max} 行，请分成几个文件导入',
  WORKBOOK_COLUMNS: '文件导入失败:超过 {max} 列',
  WORKBOOK_MARKUP: '文件导入失败:文件内容不能识别',
  WORKBOOK_DAMAGED: '文件导入失败:文件已损坏，不能读取',
  WORKBOOK_TIME: '文件导入失败:文件太大，读取超时',
})
const refuseSize = defineRefusals(
  {
    WORKBOOK_SIZE: '文件解压后超过限制（{max} MB），请把要导入的行复制到新的工作簿后再导入',
    WORKBOOK_TEXTS:
      '文件里保存的文本超过 {max} 个（带格式的文本按段计），请把要导入的行复制到新的工作簿，再分成几个文件导入',
    WORKBOOK_MEMORY:
      '读取文件需要的内存超过限制（{max} MB），请把要导入的行复制到新的工作簿，再分成几个文件导入',
  },
  'BAD_PARAMETER',
)

const refusalByFault: Readonly<Record<ReadFault, () => AppError>> = {
  type: () => refuse('WORKBOOK_TYPE'),
  encrypted: () => refuse('WORKBOOK_ENCRYPTED'),
  size: () => refuseSize('WORKBOOK_SIZE', { values: { max: MAX_UNPACKED_BYTES >> 20 } }),
  texts: () => refuseSize('WORKBOOK_TEXTS', { values: { max: MAX_SHARED_TEXTS } }),
  memory: () => refuseSize('WORKBOOK_MEMORY', { values: { max: MAX_READ_MEMORY_MB } }),
  rows: () => tooManyRows(MAX_SHEET_ROWS),
  columns: () => refuse('WORKBOOK_COLUMNS', { values: { max: MAX_SHEET_COLUMNS } }),
  markup: () => refuse('WORKBOOK_MARKUP'),
  damaged: () => refuse('WORKBOOK_DAMAGED'),
  time: () => refuse('WORKBOOK_TIME'),
}

/** The refusal of a sheet with more rows than its reader takes. */
export const tooManyRows = (max: number): AppError => refuse('WORKBOOK_ROWS', { values: { max } })

/** The entry of the thread: a source file in development and tests, beside this module in the built server. */
const threadEntry = import.meta.url.endsWith('.ts') ? './source-thread.mjs' : './excel-reader.js'

/** Files up to this size unpack to at most `MIN_BOMB_BYTES`. */
const SMALL_FILE_BYTES = MIN_BOMB_BYTES / MAX_RATIO

/** A process reads one large workbook at a time: two of the largest together would take twice the memory. */
const largeReadings = new FairQueue(
  { maxRunning: 1, maxRunningPerKey: 1, maxPending: 20, maxPendingPerKey: 5, maxWait: 2 * MAX_READ_MS },
  permitRefusal,
)

/**
 * The visible sheets of a workbook as texts, read in a thread with bounds on memory and time. A large one waits for the
 * requester's permit, which ends with the thread.
 */
export function readWorkbook(bytes: Uint8Array, name: string): Promise<SheetTexts[]> {
  if (bytes.length <= SMALL_FILE_BYTES) return readInThread(bytes, name)
  const { key, signal } = currentRequester()
  return largeReadings.run(key, () => readInThread(bytes, name), signal())
}

async function readInThread(bytes: Uint8Array, name: string): Promise<SheetTexts[]> {
  const thread = new Worker(new URL(threadEntry, import.meta.url), {
    workerData: { bytes, name },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_READ_MEMORY_MB },
  })
  const sheets: SheetTexts[] = []
  const read = new Promise<SheetTexts[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(refusalByFault.time()), MAX_READ_MS)
    const fail = (error: AppError) => {
      clearTimeout(timer)
      reject(error)
    }
    thread.on('message', (message: ReadMessage) => {
      if (message.kind === 'sheet') sheets.push({ name: message.name, rows: [] })
      else if (message.kind === 'rows') sheets.at(-1)?.rows.push(...message.rows)
      else if (message.kind === 'fault') fail(refusalByFault[message.fault]())
      else {
        clearTimeout(timer)
        resolve(sheets)
      }
    })
    // Only the bound on its memory ends the thread by an error.
    thread.on('error', () => fail(refusalByFault.memory()))
    thread.on('exit', () => fail(refusalByFault.damaged()))
  })
  try {
    return await read
  } finally {
    await thread.terminate()
  }
}
