import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'

/** Field types of other dialects that the language accepts and the formatter replaces. */
export const typeAliases: Readonly<Record<string, string>> = { checkbox_meta: 'checkbox' }

/** The field with its aliases replaced by keywords of the language: `checkbox_meta`, `fieldExtendJson.uploadnum`. */
function plainField(field: unknown): unknown {
  if (!isJsonObject(field)) return field
  const { fieldExtendJson, ...rest } = field
  const uploadnum = isJsonObject(fieldExtendJson) ? fieldExtendJson.uploadnum : undefined
  const type =
    typeof rest.type === 'string' && Object.hasOwn(typeAliases, rest.type)
      ? typeAliases[rest.type]
      : rest.type
  return {
    ...rest,
    ...('type' in rest ? { type } : {}),
    ...(uploadnum !== undefined && rest.number === undefined ? { number: uploadnum } : {}),
    ...(uploadnum === undefined && fieldExtendJson !== undefined ? { fieldExtendJson } : {}),
    ...(Array.isArray(rest.fields) ? { fields: rest.fields.map(plainField) } : {}),
  }
}

/** A document with a list of fields, without aliases; equal in meaning. All readers except the check rely on it. */
export const withoutAliases = <D extends JsonObject>(document: D): D =>
  Array.isArray(document.fields) ? { ...document, fields: document.fields.map(plainField) } : document
