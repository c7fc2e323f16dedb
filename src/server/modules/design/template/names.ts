import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'

/**
 * Documents under another group: ids, addresses, tables, codes and permissions begin with the name of the group, and each of them
 * begins with the new one.
 */
export function nameDocuments(documents: readonly JsonObject[], from: string, to: string): JsonObject[] {
  if (from === to) return [...documents]
  const name = new RegExp(`(?<![A-Za-z0-9_-])${from}(?=[/_:])`, 'g')
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(name, to)
    if (Array.isArray(value)) return value.map(change)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key.replace(name, to), change(inner)]),
    )
  }
  return documents.map((document) => change(document) as JsonObject)
}
