import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import type { SqlDraft } from '../report-api.ts'

/** What the columns and parameters of a statement change in a report. */
export interface AdoptedDraft {
  document: JsonObject
  added: string[]
  removed: string[]
}

const listMembers = (value: unknown): JsonObject[] => listObjects(value)
const getKey = (entry: JsonObject): string => asText(entry.key) ?? ''
const getColumnName = (field: JsonObject): string => asText(field.column) ?? toSnake(getKey(field))

/** Settings of entries that the statement still has stay; new ones are added behind them, others are removed. */
function adopt(before: JsonObject[], found: JsonObject[], getName: (entry: JsonObject) => string) {
  const names = new Set(found.map(getKey))
  const old = new Set(before.map(getName))
  const added = found.filter((entry) => !old.has(getKey(entry)))
  const removed = before.filter((entry) => !names.has(getName(entry)))
  return { list: [...before.filter((entry) => names.has(getName(entry))), ...added], added, removed }
}

/** The report with the tables, columns and parameters of its statement. */
export function adoptDraft(document: JsonObject, draft: SqlDraft): AdoptedDraft {
  const fields = adopt(listMembers(document.fields), draft.fields, getColumnName)
  const params = adopt(listMembers(document.params), draft.params, getKey)
  const { params: _, ...rest } = withoutSort(withTables(document, draft.tables), fields.removed)
  const titles = (entries: readonly JsonObject[]) =>
    entries.map((entry) => asText(entry.title) ?? getKey(entry))
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

/** The order of the list without columns that are gone. */
function withoutSort(document: JsonObject, removed: readonly JsonObject[]): JsonObject {
  const { list } = document
  if (!isJsonObject(list) || typeof list.sort !== 'string') return document
  const gone = new Set(removed.map(getKey))
  const words = list.sort.split(',').filter((word) => !gone.has(word.trim().replace(/^-/, '')))
  return withSort(document, words.join(','))
}

/** The report with another order of its list; an empty one is removed. */
export function withSort(document: JsonObject, sort: string): JsonObject {
  const { list: before, ...rest } = document
  const { sort: _, ...others } = isJsonObject(before) ? before : {}
  const list = sort === '' ? others : { ...others, sort }
  return Object.keys(list).length > 0 ? { ...rest, list } : rest
}

const getSource = ({ source }: JsonObject): JsonObject => (isJsonObject(source) ? source : {})

export const getSql = (document: JsonObject): string => asText(getSource(document).sql) ?? ''

/** The code of the data source; undefined for the own database. */
export const findDataSource = (document: JsonObject): string | undefined =>
  asText(getSource(document).dataSource) || undefined

export function withDataSource(document: JsonObject, code: string | undefined): JsonObject {
  const { dataSource: _, ...source } = getSource(document)
  return { ...document, source: code === undefined ? source : { ...source, dataSource: code } }
}

export const withSql = (document: JsonObject, sql: string): JsonObject => ({
  ...document,
  source: { ...getSource(document), sql },
})

export const withTables = (document: JsonObject, tables: readonly string[]): JsonObject => ({
  ...document,
  source: { ...getSource(document), tables: [...tables] },
})
