import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'

type Names = Readonly<Record<string, string>>

/** Renames keys of all fields, those of details included. `names`: old key -> new key. */
export function renameFieldKeys(document: JsonObject, names: Names): JsonObject {
  if (!Array.isArray(document.fields)) return document
  const changeField = (field: unknown): unknown => {
    if (!isJsonObject(field)) return field
    const renamed = renameKeys(field, names)
    return Array.isArray(renamed.fields) ? { ...renamed, fields: renamed.fields.map(changeField) } : renamed
  }
  return { ...document, fields: document.fields.map(changeField) }
}

const renameKeys = (record: JsonObject, names: Names): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      (Object.hasOwn(names, key) ? names[key] : undefined) ?? key,
      value,
    ]),
  )
