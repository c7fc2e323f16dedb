import { asText, isJsonObject } from '#runtime/kernel/json.ts'
import { storableText } from '#runtime/kernel/text/text.ts'
import type { IndexEntry } from '#runtime/schema/types.ts'
import { designRead, getPath } from '../check/constants.ts'
import type { DocumentServices, Registration } from '../services.ts'

/** Ids of the menu entries begin with this, so that the entry of the valid document has an id of its own. */
const prefix = 'faulty:'
/** The id of the menu entry of a document without a valid version. */
export const faultyEntryId = (id: string): string => prefix + id
/** The group of entries whose document names no group. */
const DEFAULT_PARENT = 'online'
/** Longer titles are cut. */
const MAX_TITLE = 60

/** A document without a valid version, as its author wrote it; null when it cannot be parsed. */
export interface FaultyDocument {
  id: string
  json: unknown
}

/** The part of a document that its menu entry needs, as far as it can be read. */
function readMenu({ id, json }: FaultyDocument, parents: readonly string[]) {
  const document = isJsonObject(json) ? json : {}
  const menu = isJsonObject(document.menu) ? document.menu : {}
  const parent = [menu.parent, id.split('/')[0]].find((word) => parents.some((group) => group === word))
  const path = asText(menu.path)
  return {
    title: storableText((asText(document.title) || id).slice(0, MAX_TITLE)) || id,
    parent: asText(parent) ?? DEFAULT_PARENT,
    path: path && /^\/[a-z][\w/-]{1,120}$/i.test(path) ? path : getPath(id),
  }
}

/**
 * Brings the menu entries of the documents without a valid version up to date: they lead the users who may mend
 * documents to the problems. Entries of documents that became valid or lost their file are removed.
 */
export async function updateFaultyEntries(
  { permissions, registeredNames }: Pick<DocumentServices, 'permissions' | 'registeredNames'>,
  faulty: readonly FaultyDocument[],
): Promise<void> {
  const ids = new Set(faulty.map(({ id }) => faultyEntryId(id)))
  const old = (await permissions.rows()).filter(({ id }) => id.startsWith(prefix) && !ids.has(id))
  await permissions.retire(...old.map(({ id }) => id))
  const registrations = faulty.map((document): Registration => {
    const { id } = document
    const menu = {
      id: faultyEntryId(id),
      component: id,
      icon: 'warning',
      ...readMenu(document, registeredNames.menuParents),
    }
    return { owner: menu.id, codes: [], listCode: designRead, menu }
  })
  await permissions.register(...registrations)
}

/** The index entry of a document without a valid version: its page shows the problems. */
export const faultyIndexEntry = (id: string, rev: string): IndexEntry => ({
  id,
  title: id,
  kind: 'faulty',
  rev,
  components: [id],
})
