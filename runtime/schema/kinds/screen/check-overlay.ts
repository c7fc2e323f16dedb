import { asText, isJsonObject, type JsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import type { CheckContext } from '../../checks/check-context.ts'
import { collectProblems, type Path } from '../../checks/report.ts'
import type { DocumentProblem } from '../../names/problem-codes.ts'
import { resolveDocument } from './overlay.ts'
import { writtenProblem } from './written-path.ts'

/**
 * An overlay is checked as the screen that it resolves to. A problem is reported where the overlay contains it; problems
 * of a base are reported at `extends`, once, when the base itself has problems.
 */
export function checkOverlay(overlay: JsonObject, context: CheckContext): DocumentProblem[] {
  const { knownNames, hasProblems, checkWhole } = context
  if (hasProblems) return []
  const resolved = resolveDocument(overlay, (id) => knownNames.documents.get(id))
  if (!resolved.ok)
    return collectProblems(overlay, (report) => {
      for (const { path, missing, ...finding } of resolved.problems) {
        const words =
          missing === undefined
            ? {}
            : { word: missing, words: knownNames.screens.keys(), fix: 'nearest' as const }
        report(path, { ...finding, ...words })
      }
    })
  const { document, bases } = resolved
  const removed = removedFields(overlay.fields, ['fields'])
  const problems = checkWhole(document, new Set(bases))
    .map((problem) => atRemovedField(removed, writtenProblem(overlay, document, problem)))
    // A removed field that several parts name is one mistake.
    .filter(
      ({ path }, at, all) => path === '/extends' || all.findIndex((other) => other.path === path) === at,
    )
  const overlayProblems = problems.filter(({ path }) => path !== '/extends')
  const base =
    overlayProblems.length < problems.length
      ? knownNames.documents.get(asText(overlay.extends) ?? '')
      : undefined
  const count = isJsonObject(base) ? countProblems(base, context) : 0
  if (count === 0) return problems
  const text = `「${overlay.extends}」有 ${count} 处错误，请先改好它`
  const broken = collectProblems(overlay, (report) => report(['extends'], { code: 'BASE_BROKEN', text }))
  return [...broken, ...overlayProblems]
}

/** A problem of the base's parts that names a field which the overlay removes is a problem of the removal. */
function atRemovedField(
  removed: ReturnType<typeof removedFields>,
  problem: DocumentProblem,
): DocumentProblem {
  if (problem.path !== '/extends') return problem
  const words = new Set(problem.text.split(/\W+/))
  const field = removed.find(({ key }) => words.has(key))
  if (field === undefined) return problem
  const text = `去掉了字段「${field.key}」，而别处还用到它：${problem.text}`
  return { ...problem, path: pointer(...field.path), text }
}

/** The keys and the paths of the fields that an overlay removes, from the head and from details. */
function removedFields(fields: unknown, path: Path): { key: string; path: Path }[] {
  return listObjectEntries(fields).flatMap(([at, { key, remove, fields: inner }]) =>
    remove === true
      ? [{ key: String(key), path: [...path, at] }]
      : removedFields(inner, [...path, at, 'fields']),
  )
}

/** The number of problems that a base has by itself. */
function countProblems(base: JsonObject, { knownNames, checkWhole }: CheckContext): number {
  const resolved = resolveDocument(base, (id) => knownNames.documents.get(id))
  if (!resolved.ok) return resolved.problems.length
  return checkWhole(resolved.document, new Set(resolved.bases)).length
}
