import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'

/**
 * A key of another tool: the answer in words, and the keys that replace it. `replace` gets the value and the object that
 * has the key; null where the meaning depends on more than the value.
 */
export interface ForeignKey {
  text: string
  /** The keys that are set instead. */
  targets: readonly string[]
  replace(value: unknown, holder: JsonObject): JsonObject | null
}

/** The same value under our key. */
export const renamed = (key: string): ForeignKey => ({
  text: `在这里写作 ${key}`,
  targets: [key],
  replace: (value) => ({ [key]: value }),
})

/** Our keys with other values; `text` shows them. */
export const replaced = (
  text: string,
  targets: readonly string[],
  replace: ForeignKey['replace'],
): ForeignKey => ({ text, targets, replace })

/** No key of ours has the same meaning; the text says what to write. */
export const explained = (text: string): ForeignKey => ({ text, targets: [], replace: () => null })

/** A member of an object that a key holds: `tableName` is `table.name`. */
export const nested = (holderKey: string, key: string): ForeignKey => ({
  text: `在这里写作 "${holderKey}": { "${key}": … }`,
  targets: [holderKey],
  replace(value, holder) {
    const part = holder[holderKey]
    if (part !== undefined && !isJsonObject(part)) return null
    return part?.[key] === undefined ? { [holderKey]: { ...part, [key]: value } } : null
  },
})

/** The words of several tools for one key. */
export const sameFor = (words: string, key: ForeignKey): Record<string, ForeignKey> =>
  Object.fromEntries(words.split(' ').map((word) => [word.toLowerCase(), key]))
