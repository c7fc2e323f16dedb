import { createHash } from 'node:crypto'
import { fieldValues } from '../../../runtime/fields/values.ts'
import type { Problem } from '../../../runtime/kernel/problem.ts'
import type { Check } from '../../../runtime/schema/check.ts'
import { collectKnown, type KnownNames } from '../../../runtime/schema/known.ts'
import type { Document } from '../../../runtime/schema/types.ts'
import { migrate } from '../../../runtime/schema/versions.ts'
import { createDocumentCheck } from '../document-checker.ts'
import { registeredNames } from '../registered-names.ts'
import { columnsOf } from '../resources/column.ts'
import { rowRuleProblems } from '../resources/row-rules.ts'
import type { DocumentFile } from './files.ts'
import type { FileProblem } from './registry.ts'

/** A document, or why its file is none. */
export interface Judged {
  id: string
  file: string
  document: Document | null
  problems: FileProblem[]
}

let check: Check | null = null

/** Short hash of the content; the order of keys does not count, since the database keeps none. */
export const revOf = (document: unknown): string =>
  createHash('sha256').update(canonical(document)).digest('hex').slice(0, 12)

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`
}

const saidId = (json: unknown): string | undefined => {
  const id = typeof json === 'object' && json !== null ? (json as { id?: unknown }).id : undefined
  return typeof id === 'string' ? id : undefined
}

/** The names all documents bring; `kept` are sound documents whose files are broken now. */
export const knownNames = (files: readonly DocumentFile[], kept: Iterable<unknown>): KnownNames =>
  collectKnown([...kept, ...files.flatMap(({ json }) => (json === null ? [] : [json]))], registeredNames)

/**
 * Checks files against one another. Inside its group's folder a file is known by its place, whatever it says: a wrong
 * id is a fault of this file and leaves the document of that name, and its own last good one, alone.
 */
export function judge(files: readonly DocumentFile[], known: KnownNames): Judged[] {
  const taken = new Map<string, string>()
  return files.map(({ file, expectedId, json, broken }) => {
    const id = expectedId.includes('/') ? expectedId : (saidId(json) ?? expectedId)
    const owner = taken.get(id)
    if (owner === undefined) taken.set(id, file)
    const problems: Problem[] = broken ? [broken] : problemsOf(json, known, expectedId)
    if (owner !== undefined) {
      problems.push({ path: '/id', code: 'DUPLICATE_NAME', text: `id“${id}”已被 ${owner} 使用，请换一个` })
    }
    return {
      id,
      file,
      document: problems.length === 0 ? (json as Document) : null,
      problems: problems.map((problem) => ({ file, ...problem })),
    }
  })
}

function problemsOf(json: unknown, known: KnownNames, expectedId: string | undefined): Problem[] {
  check ??= createDocumentCheck()
  const problems = check(json, expectedId?.includes('/') ? { known, expectedId } : { known })
  const document = json as Document
  if (problems.length > 0 || document.kind !== 'screen') return problems
  return rowRuleProblems(document, columnsOf(document.fields, fieldValues))
}

/** What is wrong with a document that is no file of the house yet, beside those in force. */
export function draftProblems(body: unknown, inForce: readonly Document[]): Problem[] {
  const { document } = migrate(body)
  const others = inForce.filter(({ id }) => id !== saidId(document))
  return problemsOf(document, collectKnown([...others, document], registeredNames), undefined)
}

/** A body from the store, if this program still takes it. */
export function soundBody(body: unknown, known: KnownNames): Document | null {
  const { document } = migrate(body)
  return problemsOf(document, known, undefined).length === 0 ? (document as Document) : null
}
