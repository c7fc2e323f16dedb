import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { withoutAliases } from './aliases.ts'

/** The document format of this program. */
export const currentVersion = 1

/** A format's version as a document says it; undefined when it says none. */
export const versionOf = (json: unknown): number | undefined =>
  isJsonObject(json) &&
  typeof json.version === 'number' &&
  Number.isInteger(json.version) &&
  json.version >= 0
    ? json.version
    : undefined

export const newerVersionText = (version: number): string =>
  `文档格式 ${version} 比本程序支持的格式 ${currentVersion} 新，请升级程序后再打开`

/** Step n turns a document of version n into one of version n + 1; pure, and never throws. */
const steps: readonly ((document: JsonObject) => JsonObject)[] = [
  // Version 0 said `dict` for `dictCode` and `valid` for `validateRules`.
  (document) => mapFields(document, (field) => renamed(field, { dict: 'dictCode', valid: 'validateRules' })),
]

/**
 * Brings a document of any past format to the current one, aliases turned to plain words.
 * A document without a version, or of a newer one, comes back as it is: the check names it.
 */
export function migrate(json: unknown): { document: unknown; from: number | undefined } {
  const from = versionOf(json)
  if (!isJsonObject(json) || from === undefined || from > currentVersion) return { document: json, from }
  let document = json
  for (let version = from; version < currentVersion; version++) {
    document = { ...(steps[version]?.(document) ?? document), version: version + 1 }
  }
  return { document: withoutAliases(document), from }
}

function mapFields(document: JsonObject, change: (field: JsonObject) => JsonObject): JsonObject {
  if (document.kind !== 'screen' || !Array.isArray(document.fields)) return document
  const deep = (field: unknown): unknown => (isJsonObject(field) ? mapInner(change(field)) : field)
  const mapInner = (field: JsonObject): JsonObject =>
    Array.isArray(field.fields) ? { ...field, fields: field.fields.map(deep) } : field
  return { ...document, fields: document.fields.map(deep) }
}

const renamed = (record: JsonObject, words: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [Object.hasOwn(words, key) ? words[key] : key, value]),
  )
