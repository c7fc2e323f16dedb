import { isJsonObject, isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import type { ChangeConflict, DocumentChange } from './change.ts'
import { diffDocuments } from './diff.ts'
import { indexMembers } from './members.ts'

/** The document with all changes that fit, and the changes that do not. The input is unchanged. */
export function applyChanges(
  document: JsonObject,
  changes: readonly DocumentChange[],
): { document: JsonObject; conflicts: ChangeConflict[] } {
  const result = structuredClone(document)
  const conflicts = changes.flatMap((change) => applyChange(result, structuredClone(change)) ?? [])
  return { document: result, conflicts }
}

/**
 * Merges two documents that were made from the same one: `theirs` with the changes from `base` to `ours`. Where both
 * changed the same part differently, the result has the part of `theirs`, and the conflict has ours.
 */
export const mergeDocuments = (
  base: JsonObject,
  ours: JsonObject,
  theirs: JsonObject,
): { document: JsonObject; conflicts: ChangeConflict[] } => applyChanges(theirs, diffDocuments(base, ours))

type Holder = JsonObject | unknown[]

const isHolder = (value: unknown): value is Holder => isJsonObject(value) || Array.isArray(value)

/** The part of an object or list under a key or the name of a member; undefined where it does not exist. */
function getPart(holder: Holder, name: string): unknown {
  if (Array.isArray(holder)) return indexMembers(holder)?.get(name)
  return Object.hasOwn(holder, name) ? holder[name] : undefined
}

function holderAt(document: JsonObject, path: readonly string[]): Holder | undefined {
  let at: Holder = document
  for (const name of path) {
    const inner = getPart(at, name)
    if (!isHolder(inner)) return undefined
    at = inner
  }
  return at
}

/** The value at the path of a change; undefined where it does not exist. */
export function partAt(document: JsonObject, path: readonly string[]): unknown {
  const name = path.at(-1)
  const holder = holderAt(document, path.slice(0, -1))
  return holder && name !== undefined ? getPart(holder, name) : undefined
}

/** Null when the change was applied, or was there already. */
function applyChange(document: JsonObject, change: DocumentChange): ChangeConflict | null {
  const name = change.path.at(-1)
  const holder = holderAt(document, change.path.slice(0, -1))
  if (name === undefined || name === '__proto__') return { change }
  if (!holder) return change.type === 'set' && change.after === undefined ? null : { change }
  const current = getPart(holder, name)
  if (change.type === 'move') {
    if (!Array.isArray(holder) || current === undefined) return { change }
    holder.splice(holder.indexOf(current), 1)
    insert(holder, current, change.follows)
    return null
  }
  const { before, after, follows, beside = {} } = change
  if (isSameJson(current, after)) return null
  const isBeside = Object.entries(beside).every(([key, versions]) => {
    const part = getPart(holder, key)
    return isSameJson(part, versions.before) || isSameJson(part, versions.after)
  })
  if (!isBeside) return { change, ...(current !== undefined && { current }) }
  if (!isSameJson(current, before)) return current === undefined ? { change } : { change, current }
  if (!Array.isArray(holder)) {
    if (after === undefined) delete holder[name]
    else holder[name] = after
  } else if (after === undefined) holder.splice(holder.indexOf(current), 1)
  else if (current === undefined) insert(holder, after, follows ?? null)
  else holder[holder.indexOf(current)] = after
  return null
}

/** Inserts a member behind the named one; at the end when that one does not exist. */
function insert(list: unknown[], member: unknown, follows: string | null): void {
  const names = [...(indexMembers(list)?.keys() ?? [])]
  const at = follows === null ? 0 : names.indexOf(follows) + 1
  list.splice(follows !== null && at === 0 ? list.length : at, 0, member)
}
