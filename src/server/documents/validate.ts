import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { asText, isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { type CheckOptions, listExcessProblems } from '#runtime/schema/check.ts'
import type { Path } from '#runtime/schema/checks/report.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { isOverlay, resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { writtenPath } from '#runtime/schema/kinds/screen/written-path.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { KnownNames, RegisteredNames } from '#runtime/schema/names/known-names.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { checkDocument, checkServed } from './check-document.ts'
import type { DocumentFile } from './library/files.ts'
import type { FileProblem } from './library/registry.ts'

/** A checked file: its document, or the problems that prevent one. */
export interface ValidationResult {
  id: string
  file: string
  document: Document | null
  /** The overlay as it is written, where `document` is the screen that it resolves to. */
  overlay: JsonObject | null
  problems: FileProblem[]
}

/** A document without problems, and the overlay that it comes from. */
export type ValidDocument = Pick<ValidationResult, 'overlay'> & { document: Document }

/** Milliseconds of checks after which other requests are served. */
const MAX_SLICE_MS = 20

const hashes = new WeakMap<object, string>()

/** Short hash of the content, independent of the order of keys, which the database does not preserve. */
export function hashDocument(document: object): string {
  const found = hashes.get(document)
  if (found !== undefined) return found
  const hash = createHash('sha256').update(canonical(document)).digest('hex').slice(0, 12)
  hashes.set(document, hash)
  return hash
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`
}

const writtenId = (json: unknown): string | undefined => (isJsonObject(json) ? asText(json.id) : undefined)

/** The names of all documents; `lastSound` are the last valid versions of documents whose files are broken now. */
export const collectNames = (
  files: readonly DocumentFile[],
  lastValid: Iterable<unknown>,
  registered: RegisteredNames,
): KnownNames =>
  collectKnown([...lastValid, ...files.flatMap(({ json }) => (json === null ? [] : [json]))], registered)

/**
 * Checks files against one another. Inside a documents folder the place of a file decides its id: a different id in the
 * file is a problem of this file and does not affect the document of that id. An overlay extends a document without
 * problems: where the base's file has problems, the base's last good version in `kept`. Returns the names as the checks
 * saw them.
 */
export async function validateDocuments(
  files: readonly DocumentFile[],
  names: KnownNames,
  lastSound: ReadonlyMap<string, unknown> = new Map(),
): Promise<{ results: ValidationResult[]; knownNames: KnownNames }> {
  const documents = new Map(names.documents)
  const allNames = { ...names, documents }
  const owners = new Map<string, DocumentFile>()
  for (const entry of files) if (!owners.has(getDocumentId(entry))) owners.set(getDocumentId(entry), entry)
  const results = new Map<DocumentFile, ValidationResult>()
  let resumed = performance.now()
  const validate = async (entry: DocumentFile): Promise<void> => {
    if (results.has(entry)) return
    const { file, expectedId, json, broken } = entry
    const id = getDocumentId(entry)
    const empty: ValidationResult = { id, file, document: null, overlay: null, problems: [] }
    // Bases come first; the check reports circles.
    results.set(entry, empty)
    const base = isOverlay(json) ? owners.get(String(json.extends)) : undefined
    if (base) await validate(base)
    const problems: DocumentProblem[] = broken ? [broken] : await listProblems(json, allNames, expectedId)
    const owner = owners.get(id)
    if (owner && owner !== entry && !broken) {
      problems.push({
        path: '/id',
        code: 'DUPLICATE_NAME',
        text: `id「${id}」已被 ${owner.file} 使用，请换一个`,
      })
    }
    const sound = problems.length === 0 ? resolveValid(json, allNames) : null
    results.set(entry, { ...empty, ...sound, problems: problems.map((problem) => ({ file, ...problem })) })
    const good = lastSound.get(id)
    if (!sound && owner === entry && isJsonObject(good)) documents.set(id, good)
  }
  for (const entry of files) {
    await validate(entry)
    if (performance.now() - resumed < MAX_SLICE_MS) continue
    await breathe()
    resumed = performance.now()
  }
  return { results: files.flatMap((entry) => results.get(entry) ?? []), knownNames: allNames }
}

/** The results of files in which these checks, with the same names, have found no problem. */
export const acceptDocuments = (
  files: readonly DocumentFile[],
  names: KnownNames,
): { results: ValidationResult[]; knownNames: KnownNames } => ({
  results: files.map((entry) => ({
    ...{ id: getDocumentId(entry), file: entry.file, problems: [] },
    ...resolveValid(entry.json, names),
  })),
  knownNames: names,
})

/** The id of a file's document. */
export const getDocumentId = ({ expectedId, json }: DocumentFile): string =>
  expectedId.includes('/') ? expectedId : (writtenId(json) ?? expectedId)

const buildOptions = (knownNames: KnownNames, expectedId: string | undefined): CheckOptions =>
  expectedId?.includes('/') ? { knownNames, expectedId } : { knownNames }

const listProblems = (
  json: unknown,
  knownNames: KnownNames,
  expectedId?: string,
): Promise<DocumentProblem[]> =>
  checkDocument({ rule: 'problems', json, options: buildOptions(knownNames, expectedId) })

/** The document of a file without problems. */
function resolveValid(json: unknown, knownNames: KnownNames): ValidDocument {
  const written = json as JsonObject
  const resolved = resolveDocument(written, (id) => knownNames.documents.get(id))
  if (!resolved.ok) throw new Error(`${String(written.id)}: an overlay without problems has no base`)
  return {
    document: resolved.document as unknown as Document,
    overlay: isOverlay(written) ? written : null,
  }
}

/** The pointer to a value of a document as it is served, in the document as it is written. */
export const writtenPlace = ({ document, overlay }: ValidDocument, path: Path): string =>
  pointer(...(overlay ? writtenPath(overlay, document as unknown as JsonObject, path) : path))

/** Checks a document that is not a file yet, together with the served documents. */
export async function draftProblems(
  body: unknown,
  inForce: readonly unknown[],
  registered: RegisteredNames,
): Promise<DocumentProblem[]> {
  const excess = listExcessProblems(body)
  if (excess.length > 0) return excess
  const { document } = migrate(body)
  const others = inForce.filter((other) => writtenId(other) !== writtenId(document))
  return await listProblems(document, collectKnown([...others, document], registered))
}

/** Problems that another document causes by its removal; a document that was valid before is still served with them. */
const removedNames: ReadonlySet<string> = new Set(['UNKNOWN_DICT', 'UNKNOWN_PICKER'])

/** A body from the store; null when this program finds problems in it besides the names of removed documents. */
export function parseStoredBody(body: unknown, knownNames: KnownNames): ValidDocument | null {
  const { document } = migrate(body)
  const problems = checkServed({ rule: 'problems', json: document, options: { knownNames } })
  return problems.every(({ code }) => removedNames.has(code)) ? resolveValid(document, knownNames) : null
}
