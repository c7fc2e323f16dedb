import { defineRefusals } from '../../platform/http/refusals.ts'
import { permitRefusal } from '../../platform/store/queue/concurrency.ts'
import { FairQueue } from '../../platform/store/queue/fair-queue.ts'
import { currentRequester } from '../../platform/store/requester.ts'
import { ThreadFailure, ThreadPool } from '../../platform/threads/thread-pool.ts'
import { type DrawingOrder, MAX_DRAW_MEMORY_MB, MAX_DRAW_MS, type PdfSheet } from './pdf-sheet.ts'

const refuse = defineRefusals({
  PDF_TIME: '内容太多，或者服务器正忙，生成 PDF 超时：请稍后再试，或改用「打印」',
  PDF_FAILED: '生成 PDF 失败，请改用「打印」',
})

/** The entry of the thread: a source file in development and tests, beside this module in the built server. */
const threadEntry = import.meta.url.endsWith('.ts') ? './source-thread.mjs' : './pdf-drawer.js'

const threads = new ThreadPool<DrawingOrder, Uint8Array[]>({
  entry: new URL(threadEntry, import.meta.url),
  maxMemoryMb: MAX_DRAW_MEMORY_MB,
  maxRunMs: MAX_DRAW_MS,
})

/** A large file occupies a processor for a second or more. */
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

async function order(drawing: DrawingOrder): Promise<Uint8Array[]> {
  const { key, signal } = currentRequester()
  try {
    return await drawingQueue.run(key, () => threads.run(drawing), signal())
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error
    throw refuse(error.reason === 'time' ? 'PDF_TIME' : 'PDF_FAILED', { cause: error.cause })
  }
}
