import { isJsonObject } from '#runtime/kernel/json.ts'
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

/** The first value of a document that is too large for the other checks; null if there is none. */
export function findExcess(json: unknown): Excess | null {
  let values = 0
  const find = (value: unknown, path: Path): Excess | null => {
    values += 1
    if (values > MAX_VALUES) return { path: [], text: `文档太大，最多 ${MAX_VALUES} 个值，请分成几份` }
    if (typeof value === 'string')
      return value.length > MAX_TEXT ? { path, text: `不能超过 ${MAX_TEXT} 个字` } : null
    if (typeof value !== 'object' || value === null) return null
    if (path.length >= MAX_DEPTH) return { path, text: `不能超过 ${MAX_DEPTH} 层` }
    const isList = Array.isArray(value)
    const entries: [string | number, unknown][] = isList ? [...value.entries()] : Object.entries(value)
    const max = isList ? (path.at(-1) === 'fields' ? MAX_FIELDS : MAX_MEMBERS) : MAX_KEYS
    if (entries.length > max) return { path, text: `最多 ${max} 项` }
    for (const [key, inner] of entries) {
      if (String(key).length > MAX_TEXT) return { path, text: `名字不能超过 ${MAX_TEXT} 个字` }
      const found = find(inner, [...path, key])
      if (found) return found
    }
    return null
  }
  return isJsonObject(json) ? find(json, []) : null
}
