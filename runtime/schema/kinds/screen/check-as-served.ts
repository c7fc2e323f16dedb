import type { JsonObject } from '#runtime/kernel/json.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import type { DocumentProblem } from '../../names/problem-codes.ts'
import { servedDocument } from './overlay.ts'
import { writtenProblem, writtenRefer } from './written-path.ts'

/** Checks a document, which is no overlay, as it is served; the problems and names have their places in the written one. */
export function checkAsServed(
  written: JsonObject,
  context: CheckContext,
  check: (document: JsonObject, context: CheckContext) => DocumentProblem[],
): DocumentProblem[] {
  const document = servedDocument(written)
  const refer = context.refer && writtenRefer(written, document, context.refer)
  return check(document, { ...context, refer }).map((problem) => writtenProblem(written, document, problem))
}
