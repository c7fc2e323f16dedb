import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import type { Check } from '#runtime/schema/check.ts'
import { collectKnown, type KnownNames } from '#runtime/schema/known.ts'
import { isOverlay, resolveOverlay } from '#runtime/schema/overlay.ts'
import type { Document } from '#runtime/schema/types.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { createDocumentCheck } from '../document-checker.ts'
import { registeredNames } from '../registered-names.ts'
import type { DocumentFile } from './files.ts'
import type { FileProblem } from './registry.ts'

/** The valid document of a file, or its problems. */
export interface ValidationResult {
  id: string
  file: string
  document: Document | null
  /** The written overlay, when the document is the screen that results from it. */
  overlay: JsonObject | null
  problems: FileProblem[]
}

/** A document with the overlay that it results from. */
export type Sound = Pick<ValidationResult, 'overlay'> & { document: Document }

let check: Check | null = null

/** Short hash of the content, independent of the order of keys, which the database does not preserve. */
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

/** The names that all documents define; `kept` are valid versions of documents whose files are invalid now. */
export const knownNames = (files: readonly DocumentFile[], kept: Iterable<unknown>): KnownNames =>
  collectKnown([...kept, ...files.flatMap(({ json }) => (json === null ? [] : [json]))], registeredNames)

/**
 * Checks files against one another. A file in a group's folder is identified by its path, whatever its id: a wrong
 * id is a problem of this file and does not affect the document of that id, nor its own last good version. Overlays extend
 * valid documents: when a base's file is invalid, its last good version in `kept`. Returns `known` as the checks used it.
 */
export function validateDocuments(
  files: readonly DocumentFile[],
  names: KnownNames,
  kept: ReadonlyMap<string, unknown> = new Map(),
): { judged: ValidationResult[]; known: KnownNames } {
  const documents = new Map(names.documents)
  const known = { ...names, documents }
  const owners = new Map<string, DocumentFile>()
  for (const entry of files) if (!owners.has(idOf(entry))) owners.set(idOf(entry), entry)
  const judged = new Map<DocumentFile, ValidationResult>()
  const look = (entry: DocumentFile): void => {
    if (judged.has(entry)) return
    const { file, expectedId, json, broken } = entry
    const id = idOf(entry)
    const empty: ValidationResult = { id, file, document: null, overlay: null, problems: [] }
    // Bases are checked first; the document check reports a circle.
    judged.set(entry, empty)
    const base = isOverlay(json) ? owners.get(String(json.extends)) : undefined
    if (base) look(base)
    const problems: Problem[] = broken ? [broken] : problemsOf(json, known, expectedId)
    const owner = owners.get(id)
    if (owner && owner !== entry) {
      problems.push({
        path: '/id',
        code: 'DUPLICATE_NAME',
        text: `id“${id}”已被 ${owner.file} 使用，请换一个`,
      })
    }
    const sound = problems.length === 0 ? soundOf(json, known) : null
    judged.set(entry, { ...empty, ...sound, problems: problems.map((problem) => ({ file, ...problem })) })
    const good = kept.get(id)
    if (!sound && owner === entry && isJsonObject(good)) documents.set(id, good)
  }
  for (const entry of files) look(entry)
  return { judged: files.flatMap((entry) => judged.get(entry) ?? []), known }
}

/** The id that identifies a file. */
export const idOf = ({ expectedId, json }: DocumentFile): string =>
  expectedId.includes('/') ? expectedId : (saidId(json) ?? expectedId)

function problemsOf(json: unknown, known: KnownNames, expectedId: string | undefined): Problem[] {
  check ??= createDocumentCheck()
  return check(json, expectedId?.includes('/') ? { known, expectedId } : { known })
}

/** The document of a file without problems. */
function soundOf(json: unknown, known: KnownNames): Sound {
  if (!isOverlay(json)) return { document: json as Document, overlay: null }
  const resolved = resolveOverlay(json, (id) => known.documents.get(id))
  if (!resolved.ok) throw new Error(`${String(json.id)}: an overlay without problems has no base`)
  return { document: resolved.document as unknown as Document, overlay: json }
}

/** The problems of a document that is not a file yet, checked with the registered ones. */
export function draftProblems(body: unknown, inForce: readonly unknown[]): Problem[] {
  const { document } = migrate(body)
  const others = inForce.filter((other) => saidId(other) !== saidId(document))
  return problemsOf(document, collectKnown([...others, document], registeredNames), undefined)
}

/** A stored body, when this version of the program still accepts it. */
export function soundBody(body: unknown, known: KnownNames): Sound | null {
  const { document } = migrate(body)
  return problemsOf(document, known, undefined).length === 0 ? soundOf(document, known) : null
}
