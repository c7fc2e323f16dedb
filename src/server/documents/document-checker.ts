import { fieldSettings } from '#runtime/fields/settings.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { type Check, createChecker } from '#runtime/schema/check.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { writtenProblem } from '#runtime/schema/kinds/screen/written-path.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { requirePattern } from './check/patterns.ts'
import { createShapeCheck } from './check/shape-check.ts'
import { getServerKind } from './kinds/index.ts'

type Rule = 'problems' | 'warnings'

/** Applies a rule of the document's kind to the document as it is served. */
function applyRule(rule: Rule, json: unknown, knownNames: KnownNames): DocumentProblem[] {
  const { document } = migrate(json)
  if (!isJsonObject(document)) return []
  const resolved = resolveDocument(document, (id) => knownNames.documents.get(id))
  if (!resolved.ok) return []
  const served: JsonObject = resolved.document
  return checkRule(rule, served as unknown as Document, knownNames).map((problem) =>
    writtenProblem(document, served, problem),
  )
}

const checkRule = (rule: Rule, document: Document, knownNames: KnownNames): DocumentProblem[] =>
  getServerKind(document)[rule]?.(document, knownNames) ?? []

/** Findings that do not prevent serving a document without problems: computed values that reveal restricted ones. */
export const documentWarnings = (json: unknown, knownNames: KnownNames): DocumentProblem[] =>
  applyRule('warnings', json, knownNames)

let compiled: Check | null = null

/**
 * The check of documents with this server's field types, patterns, row rules and report SQL, the same at load and on the
 * command line. Compiling the shapes is slow where the program is not built: it is done once, at the first call.
 */
export function getDocumentCheck(): Check {
  compiled ??= compileCheck()
  return compiled
}

function compileCheck(): Check {
  const check = createChecker({
    types: fieldValues,
    settings: fieldSettings,
    checkShape: createShapeCheck(),
    compilePattern: requirePattern,
  })
  return (json, options) => {
    const problems = check(json, options)
    return problems.length > 0 ? problems : applyRule('problems', json, options.knownNames)
  }
}
