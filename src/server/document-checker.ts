import { RE2JS } from 're2js'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { isReDoSVulnerable } from '#runtime/rules/linear.ts'
import { compilePattern, shortcuts } from '#runtime/rules/patterns.ts'
import { type Check, createChecker } from '#runtime/schema/check.ts'
import { checkAccess } from '#runtime/schema/checks/access.ts'
import { levelsOf } from '#runtime/schema/checks/context.ts'
import { createReport } from '#runtime/schema/checks/report.ts'
import type { KnownNames } from '#runtime/schema/known.ts'
import { isOverlay, problemInOverlay, resolveOverlay } from '#runtime/schema/overlay.ts'
import type { Document } from '#runtime/schema/types.ts'
import { compileSchema } from '#runtime/schema/validator.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { columnsOf } from './records/column.ts'
import { rowRuleProblems } from './records/row-rules.ts'
import { reportProblems, reportWarnings } from './reports/problems.ts'

/** A pattern runs on both sides, so both must take it: the browser's engine and the server's linear one. */
function requirePattern(source: string): void {
  if (shortcuts.has(source)) return
  const inBrowser = compilePattern(source)
  if (!inBrowser.ok) throw new Error(inBrowser.text)
  RE2JS.compile(source)
  if (isReDoSVulnerable(source)) throw new Error('有的文字要算极久，如 (a+)+，请去掉重复里的重复')
}

/** What only a server knows to be wrong with a document that is sound otherwise. */
function problemsOf(document: Document, known: KnownNames): Problem[] {
  if (document.kind === 'report') return reportProblems(document, known)
  return document.kind === 'screen' ? rowRuleProblems(document, columnsOf(document.fields, fieldValues)) : []
}

/** The screen that an overlay stands for, any other document as it is; null where its base is missing. */
function wholeOf(json: unknown, known: KnownNames): Document | null {
  const { document } = migrate(json)
  if (!isOverlay(document)) return document as Document
  const resolved = resolveOverlay(document, (id) => known.documents.get(id))
  return resolved.ok ? (resolved.document as unknown as Document) : null
}

/**
 * What a document without problems does that its author hardly meant: values that give away others. It is served all
 * the same.
 */
export function documentWarnings(json: unknown, known: KnownNames): Problem[] {
  const whole = wholeOf(json, known)
  if (whole?.kind === 'report') return reportWarnings(whole, known)
  if (whole?.kind !== 'screen') return []
  const screen = whole as unknown as JsonObject
  const { problems, report } = createReport(screen)
  const parts = { types: fieldValues, compilePattern: requirePattern }
  checkAccess({ screen, ...levelsOf(screen), ...parts, known, report })
  return isOverlay(json) ? problems.map((problem) => problemInOverlay(json, screen, problem)) : problems
}

/**
 * The check of documents with this server's field types, patterns, row rules and report SQL, the same at load and on the
 * command line. Compiling takes a moment, so make it once.
 */
export function createDocumentCheck(): Check {
  const check = createChecker({
    types: fieldValues,
    settings: fieldSettings,
    compileSchema,
    compilePattern: requirePattern,
  })
  return (json, options) => {
    const problems = check(json, options)
    if (problems.length > 0) return problems
    const { document } = migrate(json)
    if (!isOverlay(document)) return problemsOf(document as Document, options.known)
    const resolved = resolveOverlay(document, (id) => options.known.documents.get(id))
    if (!resolved.ok) return []
    const whole = resolved.document
    return problemsOf(whole as unknown as Document, options.known).map((problem) =>
      problemInOverlay(document, whole, problem),
    )
  }
}
