import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { type PatchOperation, pointer } from '#runtime/kernel/problem.ts'
import { explainedFieldKeys } from '../../foreign/explained-field-keys.ts'
import { fieldKeys } from '../../foreign/field-keys.ts'
import type { ForeignKey } from '../../foreign/foreign-key.ts'
import { otherKeys } from '../../foreign/other-keys.ts'
import { ownType } from '../../foreign/types.ts'
import type { Finding, Path } from '../report.ts'

/** Later entries win: a key with a counterpart is never only explained. */
const keysOfFields = { ...explainedFieldKeys, ...fieldKeys }
const fieldLists: ReadonlySet<unknown> = new Set(['fields', 'params'])

/** The kind of the object at a path: `field`, `document`, or the key of the object or of its list. */
function formatPlace(path: Path): string {
  const names = path.filter((key) => typeof key === 'string')
  if (typeof path.at(-1) === 'number' && fieldLists.has(path.at(-2))) return 'field'
  return path.length === 0 ? 'document' : (names.at(-1) ?? '')
}

/** The key of another tool that the object at the path has; undefined for an unknown word. */
export function foreignKey(path: Path, key: string): ForeignKey | undefined {
  const place = formatPlace(path)
  const keys =
    place === 'field' ? keysOfFields : Object.hasOwn(otherKeys, place) ? otherKeys[place] : undefined
  const word = key.toLowerCase()
  return keys && Object.hasOwn(keys, word) ? keys[word] : undefined
}

/** Operations that remove a key and set others. */
const exchange = (path: Path, key: string, added: JsonObject): PatchOperation[] => [
  { op: 'remove', path: pointer(...path, key) },
  ...Object.entries(added).map(([name, value]) => ({
    op: 'add' as const,
    path: pointer(...path, name),
    value,
  })),
]

/** The keys whose replacement contains the former value, or corrects it. */
const mergedKeys: ReadonlySet<string> = new Set(['validateRules', 'type'])

/** The problem of a key of another tool, with our keys as its fix where the object does not have them. */
export function foreignKeyFinding(path: Path, key: string, holder: JsonObject): Finding | undefined {
  const entry = foreignKey(path, key)
  if (!entry) return undefined
  const added = entry.replace(holder[key], holder)
  const isFree =
    added &&
    Object.keys(added).every(
      (target) => mergedKeys.has(target) || holder[target] === undefined || isJsonObject(holder[target]),
    )
  return {
    code: 'UNKNOWN_KEY',
    text: `「${key}」${entry.text}`,
    ...(added && isFree ? { fix: exchange(path, key, added) } : {}),
  }
}

/** The type that a field without `type` names by another key. */
export function unnamedType(path: Path, field: JsonObject): Finding | undefined {
  const key = Object.keys(field).find(
    (name) => foreignKey(path, name)?.targets[0] === 'type' && typeof field[name] === 'string',
  )
  if (key === undefined) return undefined
  const word = String(field[key])
  const { type, settings } = ownType(word) ?? { type: word, settings: {} }
  const text = `「${key}」在这里写作 "type": "${type}"`
  return { code: 'UNKNOWN_KEY', text, fix: exchange(path, key, { type, ...settings }) }
}
