import type { JsonObject } from '#runtime/kernel/json.ts'
import type { ActionCode } from '#runtime/schema/action-codes.ts'
import { collectProblems } from '#runtime/schema/checks/report.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'

/** Permission codes by role, as a document proposes them. */
export type ProposedGrants = Readonly<Record<string, readonly string[]>>

/** Reports proposed codes that the document does not bring: a document may not give away another one's records. */
export function grantProblems(
  document: { roles?: ProposedGrants },
  codes: readonly ActionCode[],
): DocumentProblem[] {
  const codesOfDocument = new Set(codes.map(({ code }) => code))
  const getPrefix = (code: string) => code.slice(0, code.lastIndexOf(':'))
  const prefixes = new Set([...codesOfDocument].map(getPrefix))
  return collectProblems(document as JsonObject, (report) => {
    for (const [role, proposed] of Object.entries(document.roles ?? {}))
      for (const [at, code] of proposed.entries())
        if (!codesOfDocument.has(code))
          report(['roles', role, at], {
            code: 'UNKNOWN_NAME',
            text: `没有这份文档带来的权限编码「${code}」`,
            word: code,
            words: codesOfDocument,
            fix: 'nearest',
            // Codes of another `perm` are one mistake.
            mistake: `code ${prefixes.has(getPrefix(code)) ? code : getPrefix(code)}`,
          })
  })
}
