/** JSON of unknown shape. */
export type JsonObject = Record<string, unknown>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The text; '' for a value that is no text. */
export const readText = (value: unknown): string => asText(value) ?? ''

/** The value as a text; '' for none. */
export const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Whether there is no value: none, or the empty text. */
export const isBlank = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

/** Whether there is no value: none, the empty text, or the empty list. */
export const isEmpty = (value: unknown): boolean =>
  isBlank(value) || (Array.isArray(value) && value.length === 0)

/** The objects of a list with their indexes; nothing for a value that is no list, other members are skipped. */
export function listObjectEntries(value: unknown): [number, JsonObject][] {
  const entries: [number, JsonObject][] = []
  if (Array.isArray(value))
    for (const [index, member] of value.entries()) if (isJsonObject(member)) entries.push([index, member])
  return entries
}

/** The objects of a list; nothing for a value that is no list, other members are skipped. */
export const listObjects = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** The texts of a list with their indexes. */
export const listTextEntries = (value: unknown): [number, string][] =>
  Array.isArray(value)
    ? value.flatMap((member, index): [number, string][] =>
        typeof member === 'string' ? [[index, member]] : [],
      )
    : []

/** The texts of a list; nothing for a value that is no list, other members are skipped. */
export const listTexts = (value: unknown): string[] => listTextEntries(value).map(([, text]) => text)

/** Keys by which JavaScript makes texts of objects: an object with one of them cannot be put into a message. */
const textKeys: ReadonlySet<string> = new Set(['toString', 'valueOf'])

/** The path of the first key, at any depth, that keeps an object from being written as a text; null if there is none. */
export function unwritableKey(value: unknown): (string | number)[] | null {
  if (typeof value !== 'object' || value === null) return null
  for (const key in value) {
    if (textKeys.has(key)) return [key]
    const found = unwritableKey((value as JsonObject)[key])
    if (found) return [Array.isArray(value) ? Number(key) : key, ...found]
  }
  return null
}

/** Whether a text is the JSON of an object. */
export function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text))
  } catch {
    return false
  }
}

/** Whether two JSON values are equal; the order of keys does not count. Safe for objects with any keys. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((member, index) => isSameJson(member, right[index]))
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key]))
  )
}
