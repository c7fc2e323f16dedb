import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Migration } from './migration.ts'

type Names = Readonly<Record<string, string>>

/** Objects whose keys are names in the document: of fields, values, parameters, roles. */
const maps: ReadonlySet<string> = new Set([
  'bind',
  'dictWhere',
  'options',
  'props',
  'query',
  'roles',
  'send',
  'set',
  'tag',
  'take',
  'titles',
  'values',
  'where',
])

/** The key in version 2 of a value in the object under `holder`, a key of which lists are left out. */
function nextKey(key: string, value: unknown, holder: string | undefined): string {
  if (key === 'columns' && typeof value === 'number') return 'columnCount'
  if (key === 'rows' && holder === 'labels') return 'rowCount'
  if (key === 'tone' && holder === 'facts') return 'color'
  // Below the document every `perm` was a whole code.
  if (key === 'perm' && holder !== undefined) return 'needs'
  return key
}

/** The value in version 2, before the words in it. */
function nextValue(key: string, value: unknown, holder: string | undefined): unknown {
  if (typeof value !== 'string') return value
  if (key === 'record' && holder === 'change') return value.replace(/^=/, '')
  return key === 'columns' && holder === 'cross' ? [value] : value
}

function renameWords(value: unknown, holder?: string): unknown {
  if (Array.isArray(value)) return value.map((member) => renameWords(member, holder))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isNamed = maps.has(key) || key.startsWith('x-')
      return [
        nextKey(key, inner, holder),
        isNamed && isJsonObject(inner) ? inner : renameWords(nextValue(key, inner, holder), key),
      ]
    }),
  )
}

/** The map of an overlay as a list of changed fields; null removed a field. */
function listChanges(fields: unknown): unknown {
  if (!isJsonObject(fields)) return fields
  return Object.entries(fields).map(([key, change]) => {
    if (!isJsonObject(change)) return { key, remove: true }
    return 'fields' in change ? { key, ...change, fields: listChanges(change.fields) } : { key, ...change }
  })
}

/**
 * Counts of columns are `columnCount`, whole permission codes are `needs`, the colour of a figure is `color`, the column
 * field of a cross table and the fields that an overlay changes are lists, and an expression that no fixed value may replace has no `=`. `names` are further keys
 * of the document itself.
 */
export const toVersion2 =
  (names: Names = {}): Migration =>
  ({ ...document }) => {
    if ('extends' in document && 'fields' in document) document.fields = listChanges(document.fields)
    return Object.fromEntries(
      Object.entries(renameWords(document) as JsonObject).map(([key, value]) => [
        (Object.hasOwn(names, key) ? names[key] : undefined) ?? key,
        value,
      ]),
    )
  }
