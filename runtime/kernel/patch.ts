import { pointerKeys } from './pointer.ts'
import type { PatchOperation, Problem } from './problem.ts'

type Holder = Record<string, unknown>

/** The object or list around the value at a path; undefined when the document has none. */
function findHolder(json: unknown, keys: readonly string[]): unknown[] | Holder | undefined {
  let at = json
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Holder)[key]
  }
  return typeof at === 'object' && at !== null ? (at as unknown[] | Holder) : undefined
}

/** Returns a function that gives a list or an object its present members back, in their order. */
function captureHolder(holder: unknown[] | Holder): () => void {
  if (Array.isArray(holder)) {
    const members = [...holder]
    return () => {
      holder.length = 0
      for (const member of members) holder.push(member)
    }
  }
  const entries = Object.entries(holder)
  return () => {
    for (const key of Object.keys(holder)) delete holder[key]
    for (const [key, value] of entries) holder[key] = value
  }
}

/** Applies an operation in place and returns the function that undoes it; null when it does not apply. */
function applyOne(json: unknown, { op, path, value }: PatchOperation): (() => void) | null {
  const keys = pointerKeys(path)
  const key = keys.pop()
  const holder = findHolder(json, keys)
  if (key === undefined || key === '__proto__' || !holder) return null
  if (Array.isArray(holder)) {
    const at = key === '-' ? holder.length : Number(key)
    if (!Number.isInteger(at) || at < 0 || at > holder.length) return null
    const undo = captureHolder(holder)
    if (op === 'add') holder.splice(at, 0, value)
    else if (op === 'remove') holder.splice(at, 1)
    else holder[at] = value
    return undo
  }
  if (op !== 'add' && !Object.hasOwn(holder, key)) return null
  const undo = captureHolder(holder)
  if (op === 'remove') delete holder[key]
  else holder[key] = value
  return undo
}

/** Applies the operations of a fix (RFC 6902) in place: all or none. */
function applyAll(json: unknown, operations: readonly PatchOperation[]): boolean {
  const undos: (() => void)[] = []
  for (const operation of operations) {
    const undo = applyOne(json, structuredClone(operation))
    if (!undo) {
      for (const back of undos.reverse()) back()
      return false
    }
    undos.push(undo)
  }
  return true
}

/**
 * The document after the fixes of its problems, and their number. A fix that does not apply any more is left out. The input
 * is unchanged.
 */
export function applyFixes(
  json: unknown,
  problems: readonly Problem[],
): { document: unknown; count: number } {
  const document: unknown = structuredClone(json)
  let count = 0
  for (const { fix } of problems) if (fix && applyAll(document, fix)) count++
  return { document, count }
}
