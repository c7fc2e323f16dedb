import { parentPort } from 'node:worker_threads'
import type { CheckRequest, threadReady } from './check-document.ts'
import { documentWarnings, getDocumentCheck } from './document-checker.ts'

// The entry of the thread that checks large documents: a document that exhausts its memory or time ends only this thread.
const check = getDocumentCheck()

parentPort?.on('message', ({ rule, json, options }: CheckRequest) => {
  parentPort?.postMessage(
    rule === 'problems' ? check(json, options) : documentWarnings(json, options.knownNames),
  )
})
parentPort?.postMessage('ready' satisfies typeof threadReady)
