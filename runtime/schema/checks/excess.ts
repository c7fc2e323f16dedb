import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { MAX_FIELDS } from '../compose.ts'
import type { Path } from './report.ts'

/** Keys of one object. The largest of a document are the changes of an overlay, by the keys of its fields. */
const MAX_KEYS = MAX_FIELDS
/** Members of one list: the entries of a dictionary, of which a page loads all. */
const MAX_MEMBERS = 10_000
/** Values of a document, at any depth. */
const MAX_VALUES = 100_000
/** Characters of a text; no setting needs as many. */
const MAX_TEXT = 20_000
const MAX_DEPTH = 32

export interface Excess {
  path: Path
  text: string
}

const tooManyValues: Excess = { path: [], text: `文档太大，最多 ${MAX_VALUES} 个值，请分成几份` }

/** The first value of a document that is too large for the other checks; null if there is none. Stops at its limits. */
export function findExcess(json: unknown): Excess | null {
  let values = 0
  const find = (value: unknown, name: string, depth: number): Excess | null => {
    values += 1
    if (values > MAX_VALUES) return tooManyValues
    if (typeof value === 'string')
      return value.length > MAX_TEXT ? { path: [], text: `不能超过 ${MAX_TEXT} 个字` } : null
    if (typeof value !== 'object' || value === null) return null
    if (depth >= MAX_DEPTH) return { path: [], text: `不能超过 ${MAX_DEPTH} 层` }
    const max = !Array.isArray(value) ? MAX_KEYS : name === 'fields' ? MAX_FIELDS : MAX_MEMBERS
    if (isOver(value, max)) return { path: [], text: `最多 ${max} 项` }
    for (const key in value) {
      if (key.length > MAX_TEXT) return { path: [], text: `名字不能超过 ${MAX_TEXT} 个字` }
      const found = find((value as JsonObject)[key], key, depth + 1)
      if (found === tooManyValues) return found
      if (found) return { ...found, path: [Array.isArray(value) ? Number(key) : key, ...found.path] }
    }
    return null
  }
  return isJsonObject(json) ? find(json, '', 0) : null
}

/** Whether an object or a list has more than `max` members. */
function isOver(value: object, max: number): boolean {
  if (Array.isArray(value)) return value.length > max
  let keys = 0
  for (const _ in value) if (++keys > max) return true
  return false
}
