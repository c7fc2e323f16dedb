import type { DocumentProblem } from '#runtime/data/documents.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { applyFixes } from '#runtime/kernel/patch.ts'
import { describeChange } from '#runtime/schema/changes/describe.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import type { Inspection } from '../api.ts'

/** A draft may break other documents, and dictionaries that are released with it have problems of their own. */
export const concernsDocument = (id: unknown, { file }: DocumentProblem): boolean =>
  file === undefined || file === id

/** The problems and warnings of a document, without those of others. */
export const listFindings = (id: unknown, { problems, warnings }: Inspection) => [
  ...problems
    .filter((problem) => concernsDocument(id, problem))
    .map((problem) => ({ problem, isWarning: false })),
  ...warnings.map((problem) => ({ problem, isWarning: true })),
]

/** The document after a fix, and what the fix changes in words. */
export interface Fix {
  fixed: JsonObject
  text: string
}

/** What correcting a problem makes of the document; undefined where that changes nothing. */
export function findFix(
  document: JsonObject,
  problem: Pick<DocumentProblem, 'path' | 'code' | 'text' | 'fix'>,
): Fix | undefined {
  if (!problem.fix) return undefined
  const { document: fixed } = applyFixes(document, [problem])
  if (!isJsonObject(fixed)) return undefined
  const texts = diffDocuments(document, fixed).map((change) => describeChange(change, document, fixed))
  return texts.length === 0 ? undefined : { fixed, text: texts.join('；') }
}
