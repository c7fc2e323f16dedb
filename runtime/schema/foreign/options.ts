import { isJsonObject } from '#runtime/kernel/json.ts'

interface Option {
  value: unknown
  text: string
}

/** A choice of another tool as one of ours: `"甲"`, `["a", "甲"]`; undefined for anything else. */
export function ownOption(entry: unknown): Option | undefined {
  if (typeof entry === 'string' || typeof entry === 'number') return { value: entry, text: String(entry) }
  const [value, text = value] = Array.isArray(entry) ? entry : []
  return typeof value === 'string' || typeof value === 'number' ? { value, text: String(text) } : undefined
}

/**
 * Choices of other tools as ours: `["a"]`, `[["a", "甲"]]`, `{ "a": "甲" }`, `{ "a": { "text": "甲" } }`, a text of lines or with
 * commas; objects are kept, their words have problems of their own.
 */
export function ownOptions(value: unknown): unknown[] | undefined {
  if (typeof value === 'string') {
    const words = value.split(/\s*[,，、;；|\n]\s*/)
    // One word may be the name of a dictionary.
    return words.length > 1 ? words.flatMap((word) => ownOption(word) ?? []) : undefined
  }
  if (Array.isArray(value)) return value.map((entry: unknown) => ownOption(entry) ?? entry)
  if (!isJsonObject(value)) return undefined
  return Object.entries(value).map(([key, entry]) => ({
    value: key,
    text: String(isJsonObject(entry) ? (entry.text ?? entry.label ?? key) : entry),
  }))
}
