import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import type { SqlDraft } from '../report-api.ts'

/** What the columns and parameters of a statement change in a report. */
export interface AdoptedDraft {
  document: JsonObject
  added: string[]
  removed: string[]
}

const listOf = (value: unknown): JsonObject[] => listObjects(value)
const keyOf = (entry: JsonObject): string => asText(entry.key) ?? ''
const columnOf = (field: JsonObject): string => asText(field.column) ?? toSnake(keyOf(field))

/** Settings of entries that the statement still has stay; new ones are added behind them, others are removed. */
function adopt(before: JsonObject[], found: JsonObject[], nameOf: (entry: JsonObject) => string) {
  const names = new Set(found.map(keyOf))
  const old = new Set(before.map(nameOf))
  const added = found.filter((entry) => !old.has(keyOf(entry)))
  const removed = before.filter((entry) => !names.has(nameOf(entry)))
  return { list: [...before.filter((entry) => names.has(nameOf(entry))), ...added], added, removed }
}

/** The report with the tables, columns and parameters of its statement. */
export function adoptDraft(document: JsonObject, draft: SqlDraft): AdoptedDraft {
  const fields = adopt(listOf(document.fields), draft.fields, columnOf)
  const params = adopt(listOf(document.params), draft.params, keyOf)
  const { params: _, ...rest } = withTables(document, draft.tables)
  const titles = (entries: readonly JsonObject[]) =>
    entries.map((entry) => asText(entry.title) ?? keyOf(entry))
  return {
    document: {
      ...rest,
      ...(params.list.length > 0 ? { params: params.list } : {}),
      fields: fields.list,
    },
    added: titles([...fields.added, ...params.added]),
    removed: titles([...fields.removed, ...params.removed]),
  }
}

const sourceOf = ({ source }: JsonObject): JsonObject => (isJsonObject(source) ? source : {})

export const sqlOf = (document: JsonObject): string => asText(sourceOf(document).sql) ?? ''

/** The code of the data source; undefined for the own database. */
export const dataSourceOf = (document: JsonObject): string | undefined =>
  asText(sourceOf(document).dataSource) || undefined

export function withDataSource(document: JsonObject, code: string | undefined): JsonObject {
  const { dataSource: _, ...source } = sourceOf(document)
  return { ...document, source: code === undefined ? source : { ...source, dataSource: code } }
}

export const withSql = (document: JsonObject, sql: string): JsonObject => ({
  ...document,
  source: { ...sourceOf(document), sql },
})

export const withTables = (document: JsonObject, tables: readonly string[]): JsonObject => ({
  ...document,
  source: { ...sourceOf(document), tables: [...tables] },
})
