import { Worker } from 'node:worker_threads'
import type { AppError } from '#runtime/kernel/errors.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { permitRefusal } from '../../platform/store/queue/concurrency.ts'
import { FairQueue } from '../../platform/store/queue/fair-queue.ts'
import { currentRequester } from '../../platform/store/requester.ts'
import { type DrawingOrder, MAX_DRAW_MEMORY_MB, MAX_DRAW_MS, type PdfSheet } from './pdf-sheet.ts'

const refuse = defineRefusals({
  PDF_TIME: '内容太多，或者服务器正忙，生成 PDF 超时：请稍后再试，或改用「打印」',
  PDF_FAILED: '生成 PDF 失败，请改用「打印」',
})

/** The entry of the thread: a source file in development and tests, beside this module in the built server. */
const threadEntry = import.meta.url.endsWith('.ts') ? './source-thread.mjs' : './pdf-drawer.js'

/** Each file occupies a processor for a second or more. */
const drawingQueue = new FairQueue(
  { maxRunning: 2, maxRunningPerKey: 1, maxPending: 50, maxPendingPerKey: 5, maxWait: 30_000 },
  permitRefusal,
)

/** The PDF file of a printed record, drawn in a thread with a permit of the requester. */
export async function drawPdf(sheet: PdfSheet): Promise<Uint8Array> {
  const [pdf] = await order({ sheet, asPictures: false })
  if (!pdf) throw refuse('PDF_FAILED')
  return pdf
}

/** The first pages of the file as PNG pictures. */
export const drawPictures = (sheet: PdfSheet): Promise<Uint8Array[]> => order({ sheet, asPictures: true })

function order(drawing: DrawingOrder): Promise<Uint8Array[]> {
  const { key, signal } = currentRequester()
  return drawingQueue.run(key, () => draw(drawing), signal())
}

function draw(drawing: DrawingOrder): Promise<Uint8Array[]> {
  const thread = new Worker(new URL(threadEntry, import.meta.url), {
    workerData: drawing,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_DRAW_MEMORY_MB },
  })
  return new Promise<Uint8Array[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(refuse('PDF_TIME')), MAX_DRAW_MS)
    const fail = (error: AppError) => {
      clearTimeout(timer)
      reject(error)
    }
    thread.on('message', (files: Uint8Array[]) => {
      clearTimeout(timer)
      resolve(files)
    })
    thread.on('error', (cause) => fail(refuse('PDF_FAILED', { cause })))
    thread.on('exit', () => fail(refuse('PDF_FAILED')))
  }).finally(() => void thread.terminate())
}
