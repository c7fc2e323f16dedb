import { isJsonObject } from '#runtime/kernel/json.ts'
import type { CheckOptions } from '#runtime/schema/check.ts'
import { isOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { permitRefusal } from '../platform/store/queue/concurrency.ts'
import { FairQueue } from '../platform/store/queue/fair-queue.ts'
import { currentRequester } from '../platform/store/requester.ts'
import { ThreadFailure, ThreadPool } from '../platform/threads/thread-pool.ts'
import { documentWarnings, getDocumentCheck } from './document-checker.ts'

/** A document that the thread checks: its problems, or the warnings of one without problems. */
export interface CheckRequest {
  rule: 'problems' | 'warnings'
  json: unknown
  options: CheckOptions
}

/**
 * Values and characters of the largest document that is checked between two requests, in less than 50 ms. The shipped
 * ones have at most 400 values.
 */
const MAX_DIRECT_VALUES = 1000
const MAX_DIRECT_TEXT = 16_000

/** Milliseconds, and MB, of a check in the thread. */
const MAX_CHECK_MS = 20_000
const MAX_MEMORY_MB = 128

/** One thread, by permits: a person who checks much does not shut out another one. */
const permits = new FairQueue(
  { maxRunning: 1, maxRunningPerKey: 1, maxPending: 50, maxPendingPerKey: 5, maxWait: 30_000 },
  permitRefusal,
)

/** The entry of the thread: a source file in development and tests, beside this module in the built server. */
const threadEntry = import.meta.url.endsWith('.ts') ? './source-thread.mjs' : './document-checker.js'

const threads = new ThreadPool<CheckRequest, DocumentProblem[]>({
  entry: new URL(threadEntry, import.meta.url),
  maxMemoryMb: MAX_MEMORY_MB,
  maxRunMs: MAX_CHECK_MS,
})

const tooComplex: DocumentProblem[] = [
  { path: '', code: 'BAD_VALUE', text: '文档太复杂，检查不完，请分成几份，或改简单些' },
]

async function checkInThread(request: CheckRequest): Promise<DocumentProblem[]> {
  try {
    return await threads.run(request)
  } catch (error) {
    if (!(error instanceof ThreadFailure) || error.reason === 'start') throw error
    return tooComplex
  }
}

/** Whether a value is too large for a check between two requests; looks at no more of it than that takes. */
function isLargeDocument(json: unknown): boolean {
  let values = 0
  let characters = 0
  const isOver = (value: unknown): boolean => {
    values += 1
    if (typeof value === 'string') characters += value.length
    if (values > MAX_DIRECT_VALUES || characters > MAX_DIRECT_TEXT) return true
    if (typeof value !== 'object' || value === null) return false
    for (const key in value) {
      characters += key.length
      if (isOver((value as Record<string, unknown>)[key])) return true
    }
    return false
  }
  return isOver(json)
}

/** The document with those that it extends, which are checked with it. */
function withBases(json: unknown, { knownNames }: CheckOptions): unknown[] {
  const all = [json]
  for (let last = json; isOverlay(last) && all.length < 5; all.push(last))
    last = knownNames.documents.get(String(last.extends))
  return all
}

/** Checks at once, for documents that were served before. */
export function checkServed({ rule, json, options }: CheckRequest): DocumentProblem[] {
  if (rule === 'warnings') return documentWarnings(json, options.knownNames)
  return getDocumentCheck()(json, options)
}

/**
 * Checks a document without making other requests wait: a large one in a thread, with bounds on time and memory, in the
 * requester's permit.
 */
export async function checkDocument(request: CheckRequest): Promise<DocumentProblem[]> {
  const { json, options } = request
  if (!isJsonObject(json) || !isLargeDocument(withBases(json, options))) return checkServed(request)
  const { key, signal } = currentRequester()
  return await permits.run(key, () => checkInThread(request), signal())
}
