import type { JsonObject } from '#runtime/kernel/json.ts'
import type { ActionCode } from '#runtime/schema/action-codes.ts'
import { collectProblems, needWord } from '#runtime/schema/checks/context.ts'
import type { DocumentProblem } from '#runtime/schema/problem-codes.ts'

/** Permission codes by role, as a document proposes them. */
export type ProposedGrants = Readonly<Record<string, readonly string[]>>

/** Reports proposed codes that the document does not bring: a document may not give away another one's records. */
export function grantProblems(
  document: { roles?: ProposedGrants },
  codes: readonly ActionCode[],
): DocumentProblem[] {
  const codesOfDocument = new Set(codes.map(({ code }) => code))
  return collectProblems(document as JsonObject, (report) => {
    for (const [role, proposed] of Object.entries(document.roles ?? {}))
      for (const [at, code] of proposed.entries())
        needWord(report, ['roles', role, at], code, codesOfDocument, 'UNKNOWN_NAME', '这份文档带来的权限编码')
  })
}
