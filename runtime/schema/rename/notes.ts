import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Path } from '../checks/report.ts'

/** A field or a table with the note of its former name, after its name; without `from` it has none. */
export function withNote(part: JsonObject, name: 'key' | 'name', from: string | undefined): JsonObject {
  const { renamedFrom: _, ...rest } = part
  if (from === undefined) return rest
  return Object.fromEntries(
    Object.entries(rest).flatMap((member) =>
      member[0] === name ? [member, ['renamedFrom', from]] : [member],
    ),
  )
}

/** The document with another object at a path. */
export function changeAt(
  document: JsonObject,
  path: Path,
  change: (entry: JsonObject) => JsonObject,
): JsonObject {
  const walk = (value: unknown, [step, ...rest]: Path): unknown => {
    if (step === undefined) return isJsonObject(value) ? change(value) : value
    if (Array.isArray(value)) return value.map((member, at) => (at === step ? walk(member, rest) : member))
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, key === step ? walk(member, rest) : member]),
    )
  }
  return walk(document, path) as JsonObject
}
