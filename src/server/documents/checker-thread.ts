import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { answerRequests } from '../platform/threads/answer-requests.ts'
import type { CheckRequest } from './check-document.ts'
import { documentWarnings, getDocumentCheck } from './document-checker.ts'

// The entry of the thread that checks large documents: a document that exhausts its memory or time ends only this thread.
const check = getDocumentCheck()

answerRequests(({ rule, json, options }: CheckRequest): DocumentProblem[] =>
  rule === 'problems' ? check(json, options) : documentWarnings(json, options.knownNames),
)
