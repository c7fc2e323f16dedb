import { isJsonObject } from '#runtime/kernel/json.ts'

/** Words of other dialects that the language reads and the formatter turns round. */
export const typeAliases: Readonly<Record<string, string>> = { checkbox_meta: 'checkbox' }

/** The field with its aliases turned into the language's own words: `checkbox_meta`, `fieldExtendJson.uploadnum`. */
function plainField(field: unknown): unknown {
  if (!isJsonObject(field)) return field
  const { fieldExtendJson, ...rest } = field
  const uploadnum = isJsonObject(fieldExtendJson) ? fieldExtendJson.uploadnum : undefined
  const said =
    typeof rest.type === 'string' && Object.hasOwn(typeAliases, rest.type)
      ? typeAliases[rest.type]
      : rest.type
  return {
    ...rest,
    ...('type' in rest ? { type: said } : {}),
    ...(uploadnum !== undefined && rest.number === undefined ? { number: uploadnum } : {}),
    ...(uploadnum === undefined && fieldExtendJson !== undefined ? { fieldExtendJson } : {}),
    ...(Array.isArray(rest.fields) ? { fields: rest.fields.map(plainField) } : {}),
  }
}

/** A document without aliases; equal in meaning, and what every reader beyond the check may rely on. */
export function withoutAliases(document: unknown): unknown {
  if (!isJsonObject(document) || !Array.isArray(document.fields)) return document
  const kinds: readonly unknown[] = ['screen', 'report', 'form']
  if (!kinds.includes(document.kind)) return document
  return { ...document, fields: document.fields.map(plainField) }
}
