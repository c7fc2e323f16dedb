import { asText, isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import type { KnownNames } from '../known.ts'
import { problemInOverlay, resolveOverlay } from '../overlay.ts'
import type { Report } from './report.ts'

/** Checks a plain screen; `bases` are the documents whose tables it may stand on. */
type CheckWhole = (document: unknown, bases: ReadonlySet<string>) => Problem[]

/**
 * An overlay is checked as the screen it stands for. What is wrong is said where the overlay says it; what a base
 * brings along is said at `extends`, once, when the base itself is at fault.
 */
export function checkOverlay(
  overlay: JsonObject,
  known: KnownNames,
  report: Report,
  checkWhole: CheckWhole,
): Problem[] {
  const resolved = resolveOverlay(overlay, (id) => known.documents.get(id))
  if (!resolved.ok) {
    for (const { path, missing, ...finding } of resolved.problems) {
      const words =
        missing === undefined ? {} : { word: missing, words: known.screens.keys(), fix: 'nearest' as const }
      report(path, { ...finding, ...words })
    }
    return []
  }
  const { document, bases } = resolved
  const problems = checkWhole(document, new Set(bases)).map((problem) =>
    problemInOverlay(overlay, document, problem),
  )
  const own = problems.filter(({ path }) => path !== '/extends')
  const base = own.length < problems.length ? known.documents.get(asText(overlay.extends) ?? '') : undefined
  const faults = isJsonObject(base) ? faultsOf(base, known, checkWhole) : 0
  if (faults === 0) return problems
  report(['extends'], { code: 'BASE_BROKEN', text: `“${overlay.extends}”有 ${faults} 处错误，请先改好它` })
  return own
}

/** How much is wrong with a base by itself. */
function faultsOf(base: JsonObject, known: KnownNames, checkWhole: CheckWhole): number {
  const resolved = resolveOverlay(base, (id) => known.documents.get(id))
  if (!resolved.ok) return resolved.problems.length
  return checkWhole(resolved.document, new Set(resolved.bases)).length
}
