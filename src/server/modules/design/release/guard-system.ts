import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { isOverlay, resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { writtenProblem } from '#runtime/schema/kinds/screen/written-path.ts'
import { migrate } from '#runtime/schema/versions.ts'
import type { FileProblem } from '../../../documents/library/registry.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { findSystemGuard } from './system-guards.ts'
import type { Comparison, SystemPart } from './system-parts.ts'

/** Documents as they are written, by id. */
export type WrittenDocuments = ReadonlyMap<string, JsonObject>

/** A document as it is served: undefined for one that is missing or faulty. */
function findServed(documents: WrittenDocuments, id: string): JsonObject | undefined {
  const find = (other: string): JsonObject | undefined => {
    const { document } = migrate(documents.get(other))
    return isJsonObject(document) ? document : undefined
  }
  const written = find(id)
  const resolved = written && resolveDocument(written, find)
  return resolved?.ok ? resolved.document : undefined
}

/** Whether the rights to a document, or what its records are stored with, protect a table of the application. */
const isSystem = (documents: WrittenDocuments, document: JsonObject): boolean =>
  findSystemGuard(document)?.isSystem(document, (id) => findServed(documents, id)) ?? false

/** Whether a document protects a table of the application as it is served. */
export function isSystemDocument(documents: WrittenDocuments, id: string): boolean {
  const document = findServed(documents, id)
  return document !== undefined && isSystem(documents, document)
}

/** The parts of a document that differ from those of its reference. */
const changedParts = (
  reference: JsonObject,
  document: JsonObject,
  comparison: Comparison,
): readonly SystemPart[] =>
  reference.kind === document.kind
    ? (findSystemGuard(document)?.listChanges(reference, document, comparison) ?? [])
    : [{ path: ['kind'], name: '种类' }]

/** What a second document over a table of the application lacks of the screen that it extends, or of the rights to it. */
function partsOfSecond(
  before: WrittenDocuments,
  document: JsonObject,
  written: JsonObject,
  comparison: Comparison,
): readonly SystemPart[] {
  const base = isOverlay(written) ? findServed(before, String(written.extends)) : undefined
  return base
    ? changedParts(base, document, comparison)
    : (findSystemGuard(document)?.listLacks(document) ?? [])
}

/**
 * The changes of a document by which somebody who releases documents would get rights to a table of the application:
 * other hooks, rights, addresses, keys and columns than those that it is shipped with, and other documents over such a table
 * without the rights of the first one. Administrators may make them; who holds the code of a column may open it to others.
 */
export function systemProblems(
  user: Pick<SessionUser, 'isAdmin' | 'codes'>,
  id: string,
  before: WrittenDocuments,
  after: WrittenDocuments,
): FileProblem[] {
  if (user.isAdmin) return []
  const written = after.get(id)
  const document = findServed(after, id)
  if (!written || !document) return []
  const can = (code: string) => user.codes.has(code)
  const served = findServed(before, id)
  const isKnown = served !== undefined && isSystem(before, served)
  if (!isKnown && !isSystem(after, document)) return []
  const parts = isKnown
    ? changedParts(served, document, { isSecond: false, can })
    : partsOfSecond(before, document, written, { isSecond: true, can })
  return parts.map(({ path, name }) => {
    const text = isKnown
      ? `${name}保护着系统的数据，只有系统管理员可以改，请改回原来的，或请系统管理员发布`
      : `系统的数据只能按原来界面的权限看，${name}要与它一样，请改成一样的，或请系统管理员发布`
    const problem = { path: pointer(...path), code: 'SYSTEM_PART' as const, text }
    return { file: id, ...writtenProblem(written, document, problem) }
  })
}
