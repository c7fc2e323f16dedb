import { parentPort, workerData } from 'node:worker_threads'
import { ReadError, type ReadMessage } from './read-limits.ts'
import { readSheets } from './read-sheets.ts'

/** Rows of one message: the receiver answers other requests between two messages. */
const ROWS_PER_MESSAGE = 1000

// The entry of the thread that reads one workbook: a file that exhausts its memory or time ends only this thread.
const { bytes, name } = workerData as { bytes: Uint8Array; name: string }
const post = (message: ReadMessage) => parentPort?.postMessage(message)

try {
  for (const sheet of readSheets(Buffer.from(bytes), name)) {
    post({ kind: 'sheet', name: sheet.name })
    for (let at = 0; at < sheet.rows.length; at += ROWS_PER_MESSAGE)
      post({ kind: 'rows', rows: sheet.rows.slice(at, at + ROWS_PER_MESSAGE) })
  }
  post({ kind: 'end' })
} catch (error) {
  post({ kind: 'fault', fault: error instanceof ReadError ? error.fault : 'damaged' })
}
