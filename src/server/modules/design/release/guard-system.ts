import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentKind } from '#runtime/schema/kinds/document-kind.ts'
import { isOverlay, problemInOverlay, resolveOverlay } from '#runtime/schema/kinds/screen/overlay.ts'
import { migrate } from '#runtime/schema/versions.ts'
import type { FileProblem } from '../../../documents/library/registry.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import {
  type Comparison,
  changedFields,
  changedKeys,
  changedScreenParts,
  isOverSystemTable,
  isSystemForm,
  isSystemSource,
  type SystemPart,
} from './system-parts.ts'

/** Documents as they are written, by id. */
export type WrittenDocuments = ReadonlyMap<string, JsonObject>

/** A document as it is served: an overlay merged into its bases; undefined for one that is missing or faulty. */
function findServed(documents: WrittenDocuments, id: string): JsonObject | undefined {
  const find = (other: string): JsonObject | undefined => {
    const { document } = migrate(documents.get(other))
    return isJsonObject(document) ? document : undefined
  }
  const written = find(id)
  const resolved = written && resolveOverlay(written, find)
  return resolved?.ok ? resolved.document : undefined
}

/** Whether the rights to a document, or what its records are stored with, protect a table of the application. */
function isSystem(documents: WrittenDocuments, document: JsonObject): boolean {
  const entry = document as unknown as Document
  const find = (id: string) => findServed(documents, id)
  if (asDocumentKind(entry, 'screen')) return isOverSystemTable(document)
  if (asDocumentKind(entry, 'form')) return isSystemForm(document)
  const reads = asDocumentKind(entry, 'picker') ?? asDocumentKind(entry, 'dict')
  return reads !== undefined && isSystemSource(reads.source, find)
}

/** The parts of a document that differ from those of its reference. */
function changedParts(reference: JsonObject, document: JsonObject, comparison: Comparison): SystemPart[] {
  const [old, now] = [reference as unknown as Document, document as unknown as Document]
  if (old.kind !== now.kind) return [{ path: ['kind'], name: '种类' }]
  const screens = [asDocumentKind(old, 'screen'), asDocumentKind(now, 'screen')] as const
  if (screens[0] && screens[1]) return changedScreenParts(screens[0], screens[1], comparison)
  const forms = [asDocumentKind(old, 'form'), asDocumentKind(now, 'form')] as const
  if (forms[0] && forms[1])
    return [
      ...changedKeys(reference, document, { perm: '权限编码', params: '参数', load: '取值', submit: '提交' }),
      ...changedFields(forms[0].fields, forms[1].fields, ['fields'], comparison),
    ]
  const pickers = [asDocumentKind(old, 'picker'), asDocumentKind(now, 'picker')] as const
  const pickedKeys = new Set([...(pickers[0]?.fields ?? []), ...(pickers[0]?.query ?? [])])
  const more = [...(pickers[1]?.fields ?? []), ...(pickers[1]?.query ?? [])].some(
    (key) => !pickedKeys.has(key),
  )
  return [
    ...changedKeys(reference, document, {
      code: '编码',
      perm: '权限编码',
      source: '来源',
      returns: '带回',
      sideTree: '左边的树',
    }),
    ...(more ? [{ path: ['fields'], name: '列' }] : []),
  ]
}

/**
 * What a second document over a table of the application lacks of the screen that it extends. A picker without a code of
 * its own is opened by those who may list the screen; a dictionary is open to all.
 */
function partsOfSecond(
  before: WrittenDocuments,
  document: JsonObject,
  written: JsonObject,
  comparison: Comparison,
): SystemPart[] {
  const entry = document as unknown as Document
  if (asDocumentKind(entry, 'form')) return []
  if (asDocumentKind(entry, 'picker'))
    return document.perm === undefined ? [] : [{ path: ['perm'], name: '权限编码' }]
  const base = isOverlay(written) ? findServed(before, String(written.extends)) : undefined
  if (base) return changedParts(base, document, comparison)
  return [{ path: [asDocumentKind(entry, 'screen') ? 'table' : 'source'], name: '系统的表' }]
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
    return { file: id, ...(isOverlay(written) ? problemInOverlay(written, document, problem) : problem) }
  })
}
