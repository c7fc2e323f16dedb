import { isJsonObject, listObjectEntries, unwritableKey } from '#runtime/kernel/json.ts'
import { applyFixes } from '#runtime/kernel/patch.ts'
import { placesAround } from '#runtime/kernel/pointer.ts'
import { type PatchOperation, pointer } from '#runtime/kernel/problem.ts'
import { isStorable, storableText } from '#runtime/kernel/text/text.ts'
import { findExcess } from './checks/excess.ts'
import { checkClaims, checkId } from './checks/links/claims.ts'
import { foreignKeyFinding } from './checks/links/foreign-keys.ts'
import { collectProblems, type Finding, limitProblems, type Path, type Report } from './checks/report.ts'
import { reportShape } from './checks/shape.ts'
import type { FieldValues } from './field-value.ts'
import { indexForeignKinds } from './foreign/types.ts'
import type { AnyDocumentKind } from './kinds/contract.ts'
import { documentKinds, findKind } from './kinds/index.ts'
import { readNames } from './known.ts'
import type { FieldSettings } from './language/field.ts'
import { currentVersion } from './names/document-version.ts'
import type { KnownNames } from './names/known-names.ts'
import type { DocumentProblem, ProblemCode } from './names/problem-codes.ts'
import type { ShapeCheck } from './validator.ts'
import { findVersion, newerVersionText, oldVersion } from './versions.ts'

export interface CheckerParts {
  types: FieldValues
  settings: FieldSettings
  /** Checks the shapes of the documents: `composeSchema` of the settings and kinds, compiled. */
  checkShape: ShapeCheck
  /** Accepts the name of a shortcut or a pattern; throws for a pattern that the server cannot run. */
  compilePattern(source: string): unknown
  /** The kinds of documents; by default those of the program. */
  kinds?: readonly AnyDocumentKind[]
}

export interface CheckOptions {
  knownNames: KnownNames
  /** The id that follows from the path of the file in a documents folder. */
  expectedId?: string
}

export type Check = (json: unknown, options: CheckOptions) => DocumentProblem[]

/**
 * The problem of a document that is too large for any other work on it, which would take minutes; none of other documents.
 * Takes a few milliseconds for a body of any size.
 */
export function listExcessProblems(json: unknown): DocumentProblem[] {
  const excess = findExcess(json)
  if (!excess) return []
  return collectProblems(json, (report) => report(excess.path, { code: 'BAD_VALUE', text: excess.text }))
}

const noBases: ReadonlySet<string> = new Set()

/**
 * Creates the check of documents: JSON Schema and semantic rules, all problems collected, each with a pointer that
 * resolves in `json` as given. A document of another format has that one problem. Never throws.
 */
export function createChecker(parts: CheckerParts): Check {
  const { types, settings, checkShape, compilePattern, kinds = documentKinds } = parts
  const foreignKinds = indexForeignKinds(kinds)
  /** The check without the format; `bases` are the ids of the documents that an overlay extends. */
  const checkWhole = (json: unknown, { knownNames, expectedId }: CheckOptions, bases = noBases) => {
    const problems = collectProblems(json, (report) => {
      reportShape(checkShape(json), foreignKinds, report)
      reportUnsafe(json, [], report)
      reportNotes(json, [], report)
    })
    const { meant, writtenAt } = correctMisspeltKeys(json, problems)
    if (!isJsonObject(meant)) return limitProblems(withoutEchoes(problems, problems.length))
    const shapes = problems.length
    const faulty = new Set(problems.flatMap(({ path }) => [...placesAround(`${path}/`)]))
    const found = collectProblems(meant, (report) => {
      checkId(meant, report, expectedId)
      // Without its own id, a document seems to claim the names of another one.
      if (typeof meant.id === 'string' && !problems.some(({ path }) => path === '/id'))
        checkClaims(meant, readNames(meant, kinds).claims, knownNames, report, bases)
    })
    const semantic = findKind(meant, kinds)?.check(meant, {
      knownNames,
      types,
      settings,
      compilePattern,
      hasProblems: shapes + found.length > 0,
      isFaulty: (path) => faulty.has(writtenAt(pointer(...path))),
      checkWhole: (document, under) => checkWhole(document, { knownNames }, under),
    })
    for (const problem of [...found, ...(semantic ?? [])])
      problems.push({ ...problem, path: writtenAt(problem.path) })
    return limitProblems(withoutEchoes(problems, shapes))
  }
  return (json, options) => {
    const version = findVersion(json)
    const refusal = (path: Path, finding: Finding) => collectProblems(json, (report) => report(path, finding))
    if (version !== undefined && version > currentVersion)
      return refusal(['version'], { code: 'NEWER_VERSION', text: newerVersionText(version) })
    if (version !== undefined && version < currentVersion) return [oldVersion(version)]
    const excess = listExcessProblems(json)
    if (excess.length > 0) return excess
    const unwritable = unwritableKey(json)
    if (unwritable) {
      const text = `不能用「${unwritable.at(-1)}」作名字，请换一个名字`
      return refusal(unwritable, { code: 'UNSAFE_KEY', text })
    }
    return checkWhole(json, options)
  }
}

/**
 * The document with misspelt keys, and keys of other tools, under the keys that they mean: what their absence would cause
 * is no mistake of its own. `writtenAt` is the place in the document as it is written.
 */
function correctMisspeltKeys(json: unknown, problems: readonly DocumentProblem[]) {
  const renamed = problems.filter(({ code, fix = [] }) => {
    const [removed, added] = fix
    return code === 'UNKNOWN_KEY' && fix.length === 2 && removed?.op === 'remove' && added?.op === 'add'
  })
  const places = new Map(
    renamed.map(({ fix }): [string, string] => [fix?.[1]?.path ?? '', fix?.[0]?.path ?? '']),
  )
  return {
    meant: renamed.length > 0 ? applyFixes(json, renamed).document : json,
    writtenAt(path: string): string {
      if (places.size === 0) return path
      for (const to of placesAround(`${path}/`)) {
        const from = places.get(to)
        if (from !== undefined) return from + path.slice(to.length)
      }
      return path
    },
  }
}

const UNSTORABLE = '有不能保存的字符（\\u0000 或半个字），请删去'

/** Reports keys of Formily in fields: a key that begins with `x-` is a note, but these are meant to do something. */
function reportNotes(holder: unknown, path: Path, report: Report): void {
  if (!isJsonObject(holder)) return
  for (const [at, field] of listObjectEntries(holder.fields)) {
    const place = [...path, 'fields', at]
    for (const key of Object.keys(field)) {
      const foreign = key.startsWith('x-') ? foreignKeyFinding(place, key, field) : undefined
      if (foreign) report([...place, key], foreign)
    }
    reportNotes(field, place, report)
  }
}

/** Reports, at any depth, names that reach the prototype of an object, and texts that the database cannot store. */
function reportUnsafe(value: unknown, path: Path, report: Report): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return
    const fix: PatchOperation[] = [{ op: 'replace', path: pointer(...path), value: storableText(value) }]
    report(path, { code: 'UNSTORABLE', text: UNSTORABLE, fix })
  } else if (Array.isArray(value)) {
    for (const [at, member] of value.entries()) reportUnsafe(member, [...path, at], report)
  } else if (isJsonObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__')
        report([...path, key], { code: 'UNSAFE_KEY', text: `不能用「${key}」作名字，请换一个名字` })
      else if (!isStorable(key)) report([...path, key], { code: 'UNSTORABLE', text: UNSTORABLE })
      else reportUnsafe(inner, [...path, key], report)
    }
  }
}

const isInside = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}/`)

/**
 * One mistake is one problem. An unsafe or unstorable text violates patterns and is unknown: the other problems at its
 * path are dropped. A value with a broken shape (one of the first `shapes` problems) has no meaning: of the later problems at its
 * path or inside it none is kept.
 */
function withoutEchoes(problems: readonly DocumentProblem[], shapes: number): DocumentProblem[] {
  const listPaths = (code: ProblemCode) =>
    new Set(problems.filter((problem) => problem.code === code).map(({ path }) => path))
  const unstorable = listPaths('UNSTORABLE')
  const unsafe = listPaths('UNSAFE_KEY')
  const broken = problems
    .slice(0, shapes)
    .filter(({ code }) => code === 'BAD_VALUE' || code === 'UNKNOWN_KEY' || code === 'UNKNOWN_TYPE')
  return problems.filter(({ path, code }, at) => {
    if (unstorable.has(path)) return code === 'UNSTORABLE'
    if (unsafe.has(path)) return code === 'UNSAFE_KEY'
    return at < shapes || !broken.some((other) => isInside(path, other.path))
  })
}
