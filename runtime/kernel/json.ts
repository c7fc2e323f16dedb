/** JSON of unknown shape. */
export type JsonObject = Record<string, unknown>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The objects of a list with their indexes; nothing for a value that is no list, other members are skipped. */
export const recordsOf = (value: unknown): [number, JsonObject][] =>
  Array.isArray(value)
    ? value.flatMap((member, index): [number, JsonObject][] =>
        isJsonObject(member) ? [[index, member]] : [],
      )
    : []

/** The texts of a list with their indexes. */
export const textsOf = (value: unknown): [number, string][] =>
  Array.isArray(value)
    ? value.flatMap((member, index): [number, string][] =>
        typeof member === 'string' ? [[index, member]] : [],
      )
    : []

/** Whether a text is the JSON of an object. */
export function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text))
  } catch {
    return false
  }
}
