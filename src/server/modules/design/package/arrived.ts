import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Document } from '#runtime/schema/documents.ts'
import type { RenamedPackage } from '#runtime/schema/package/rename-package.ts'
import { listCodes } from '../../../documents/kinds/index.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import { isSystemDocument } from '../release/guard-system.ts'
import type { DesignServices } from '../services.ts'

/** A document of a package as this place has it after the import. */
export interface ArrivedDocument {
  /** Its id in the package. */
  packed: string
  id: string
  title: string
  hasEntry: boolean
  /** The group that it adds to the menu. */
  group: string | undefined
  /** The titles of the codes that it brings. */
  codes: ReadonlyMap<string, string>
  /** It protects tables of the application, and the user is no administrator. */
  isReserved: boolean
}

/** The documents of a package as an import stores them, and the names that it gives. */
export interface Arrival extends Pick<RenamedPackage, 'ids' | 'renameCode'> {
  documents: readonly { id: string; state: string; action: string | null }[]
  /** The checked documents that are stored. */
  stored: readonly Document[]
  /** All documents as they are written after the import. */
  after: ReadonlyMap<string, JsonObject>
}

/** The documents that are stored, and those that are skipped because this place has the same. */
export function listArrived(
  { documents: registry }: Pick<DesignServices, 'documents'>,
  user: SessionUser,
  { documents, ids, stored, after }: Arrival,
): ArrivedDocument[] {
  const byId = new Map(stored.map((document) => [document.id, document]))
  return documents.flatMap(({ id: packed, state, action }): ArrivedDocument[] => {
    const id = ids.get(packed) ?? packed
    const served = state === 'same' ? registry.entry(id) : undefined
    const document = action === 'skip' ? (served?.declared ?? served?.document) : byId.get(id)
    if (!document) return []
    const menu = 'menu' in document ? document.menu : undefined
    return [
      {
        packed,
        id,
        title: document.title,
        hasEntry: menu !== undefined,
        group: menu?.group && menu.parent,
        codes: new Map(listCodes(document).map(({ code, title }) => [code, title])),
        isReserved: !user.isAdmin && isSystemDocument(after, id),
      },
    ]
  })
}
