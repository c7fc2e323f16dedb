import { pointerKeys } from './pointer.ts'
import type { PatchOperation, Problem } from './problem.ts'

type Holder = Record<string, unknown>

/** The object or list around the value at a path; undefined when the document has none. */
function holderOf(json: unknown, keys: readonly string[]): unknown[] | Holder | undefined {
  let at = json
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Holder)[key]
  }
  return typeof at === 'object' && at !== null ? (at as unknown[] | Holder) : undefined
}

function applyOne(json: unknown, { op, path, value }: PatchOperation): boolean {
  const keys = pointerKeys(path)
  const key = keys.pop()
  const holder = holderOf(json, keys)
  if (key === undefined || key === '__proto__' || !holder) return false
  if (Array.isArray(holder)) {
    const at = key === '-' ? holder.length : Number(key)
    if (!Number.isInteger(at) || at < 0 || at > holder.length) return false
    if (op === 'add') holder.splice(at, 0, value)
    else if (op === 'remove') holder.splice(at, 1)
    else holder[at] = value
    return true
  }
  if (op !== 'add' && !Object.hasOwn(holder, key)) return false
  if (op === 'remove') delete holder[key]
  else holder[key] = value
  return true
}

/** The document after all operations of a fix (RFC 6902); null when one of them does not apply. The input is unchanged. */
export function applyPatch(json: unknown, operations: readonly PatchOperation[]): unknown {
  const result: unknown = structuredClone(json)
  return operations.every((operation) => applyOne(result, structuredClone(operation))) ? result : null
}

/** The document after the fixes of its problems, and their number. A fix that does not apply any more is left out. */
export function applyFixes(
  json: unknown,
  problems: readonly Problem[],
): { document: unknown; count: number } {
  let document = json
  let count = 0
  for (const { fix } of problems) {
    const fixed = fix ? applyPatch(document, fix) : null
    if (fixed === null) continue
    document = fixed
    count++
  }
  return { document, count }
}
