import { fieldValues } from '#runtime/fields/values.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import { buildCaller } from '../caller.ts'
import { isGeneric } from '../own-addresses.ts'
import { isHiddenCell } from '../read/masks.ts'
import { type DetailResource, getResource, isReadable, type Resource } from '../resource.ts'
import type { ReadServices } from '../services.ts'

/**
 * One table of one record (`{socketKey of the detail}:{id of the head}`), or one record
 * (`record:{id of the screen}:{id}`).
 */
export interface Room {
  resource: Resource
  /** Null: cells are not exchanged. */
  detail: DetailResource | null
  /** The columns that this member may not read. Members with the same hidden columns receive the same text. */
  hidden: ReadonlySet<string>
}

export const isRoomName = (name: unknown): name is string =>
  typeof name === 'string' && /^[\w:./-]{1,150}$/.test(name)

export const recordRoom = (screen: string, id: string): string => `record:${screen}:${id}`

/** The room of this name as the user may see it; null if there is none or the user has no right to its record. */
export async function findRoom(
  user: SessionUser,
  name: string,
  services: ReadServices,
): Promise<Room | null> {
  const { db, documents } = services
  const [word = '', first = '', second] = name.split(':')
  const caller = buildCaller(user, services)
  if (word === 'record' && second !== undefined) {
    const entry = documents.screen(first)
    // A record behind an address of its own is read under the rules of that route.
    if (!entry || !isGeneric(entry.document, 'queryById')) return null
    if (!holds(user, `${getPerm(entry.document)}:detail`)) return null
    const resource = getResource(entry.document, entry.documentHash, fieldValues)
    return (await caller.open(db.app, resource, second))
      ? { resource, detail: null, hidden: new Set() }
      : null
  }
  for (const { document, documentHash } of documents.entries()) {
    const screen = asDocumentWith(document, 'hasTable')
    if (!screen) continue
    const field = screen.fields.filter(isDetail).find((entry) => entry.socketKey === word)
    if (!field) continue
    const resource = getResource(screen, documentHash, fieldValues)
    const detail = resource.details.find((entry) => entry.key === field.key)
    const isAllowed = holds(user, `${resource.perm}:edit`) && isReadable(field, caller.can)
    // A second screen of the same record may have the same socket key; the right to one of them is enough.
    if (!detail || !isAllowed) continue
    const opened = await caller.open(db.app, resource, first)
    if (!opened || opened.hidden.includes(field.key)) continue
    const hidden = [...detail.columns].filter(
      ([, column]) => !isReadable(column.field, caller.can) || isHiddenCell(column, screen, caller.can),
    )
    return { resource, detail, hidden: new Set(hidden.map(([key]) => key)) }
  }
  return null
}
