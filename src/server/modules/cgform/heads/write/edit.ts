import type { JsonObject } from '#runtime/kernel/json.ts'
import { mergeDocuments } from '#runtime/schema/changes/apply.ts'
import { details } from '#runtime/schema/derive.ts'
import { type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import { toHeadId } from '../../../../documents/head-id.ts'
import { getColumnName } from '../../../../documents/plan/tables.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import { readCount, readRowText } from '../../../../reports/row-values.ts'
import { conflictWords, keyOfColumn } from '../../../design/interface.ts'
import {
  type Configuration,
  detailHeadId,
  findScreen,
  toConfigurations,
  toDetail,
  toDocument,
} from '../settings/configuration.ts'
import type { Links } from '../settings/links.ts'

const refuse = defineRefusals({
  ONLINE_PART: '这里在界面里另有写法，请在设计器里改：{parts}',
  ONLINE_COPY_EDIT: '复制的视图没有自己的附表，请在原表单里增减',
})

/** What a client sends of a form: parts of its head, rows that changed, and the ids of rows that are removed. */
export interface ConfigurationEdit extends Configuration {
  deleteFieldIds: readonly string[]
  deleteIndexIds: readonly string[]
}

/** Rows with those of an edit, found by their ids or their names; new ones come last. */
function mergeRows(
  rows: readonly JsonObject[],
  edited: readonly JsonObject[],
  removedIds: readonly string[],
  name: string,
): JsonObject[] {
  const removed = new Set(removedIds)
  const result = rows.filter(({ id }) => !removed.has(String(id)))
  const byId = new Map(result.map(({ id }, at) => [id, at]))
  const byName = new Map(result.map((row, at) => [row[name], at]))
  for (const row of edited) {
    const position = readRowText(row, 'id') === '' ? undefined : byId.get(row.id)
    const at = position ?? byName.get(readRowText(row, name).toLowerCase()) ?? result.length
    const merged: JsonObject = at < result.length ? { ...result[at], ...row } : { orderNum: at, ...row }
    byName.delete(result[at]?.[name])
    result[at] = merged
    byId.set(merged.id, at)
    byName.set(merged[name], at)
  }
  return result
}

const merged = (stored: Configuration, edit: ConfigurationEdit): Configuration => ({
  head: { ...stored.head, ...edit.head },
  fields: mergeRows(stored.fields, edit.fields, edit.deleteFieldIds, 'dbFieldName'),
  indexs: mergeRows(stored.indexs, edit.indexs, edit.deleteIndexIds, 'indexField'),
})

/** The document after fields with a new column name: they are renamed, so that their values are kept. */
function renamed(body: JsonObject, screen: StoredScreen, { fields }: ConfigurationEdit): JsonObject {
  const columns = new Map(fields.map((row) => [row.id, readRowText(row, 'dbFieldName').toLowerCase()]))
  const [{ fields: rows }] = toConfigurations(screen)
  const names = new Map(
    rows.flatMap((row) => {
      const column = columns.get(row.id)
      return column && column !== row.dbFieldName ? [[row.dbFieldName, column]] : []
    }),
  )
  if (names.size === 0) return body
  return {
    ...body,
    fields: screen.fields.map((field) => {
      const column = isDetail(field) ? undefined : names.get(getColumnName(field))
      if (column === undefined) return field
      const { column: _, ...rest } = field
      return { ...rest, key: keyOfColumn(column), renamedFrom: field.key }
    }),
  }
}

/** The document without the fields whose rows are removed; the check of documents finds what still names them. */
function withoutFields(body: JsonObject, rowIds: readonly string[]): JsonObject {
  const screen = findScreen(body)
  if (!screen || rowIds.length === 0) return body
  const removed = new Set(rowIds)
  const stays = (headId: string) => (field: Field) => !removed.has(`${headId}.${field.key}`)
  const fields = screen.fields
    .filter(stays(toHeadId(screen)))
    .map((field) =>
      isDetail(field) ? { ...field, fields: field.fields.filter(stays(detailHeadId(screen, field))) } : field,
    )
  return { ...body, fields }
}

/**
 * The document with an edit of one of its forms: of its own (`detail` null) or of a detail's. What forms cannot express
 * stays as it is written; refused where it is in the way.
 */
export function editDocument(
  body: JsonObject,
  edit: ConfigurationEdit,
  detail: string | null,
  links: Links,
): JsonObject {
  const first = findScreen(body)
  if (!first) throw refuse('ONLINE_COPY_EDIT')
  const current = withoutFields(detail === null ? renamed(body, first, edit) : body, edit.deleteFieldIds)
  const screen = findScreen(current) ?? first
  const stored = toConfigurations(screen)
  const edited = stored.map((configuration) => {
    const isEdited =
      configuration.head.id === (detail === null ? stored[0].head.id : `${stored[0].head.id}.${detail}`)
    return isEdited ? merged(configuration, edit) : configuration
  })
  const [main = stored[0], ...subTables] = edited
  const base = toDocument(screen.id, stored, links, screen)
  const ours = toDocument(screen.id, [main, ...subTables], links, screen)
  const { document, conflicts } = mergeDocuments(base, ours, current)
  if (conflicts.length > 0) {
    const words = conflictWords(conflicts, base, ours)
    const parts = words.map(({ text }) => text).join('；')
    throw refuse('ONLINE_PART', { values: { parts }, result: { conflicts: words } })
  }
  return document
}

/** The main document with one more detail. */
export function addDetail(body: JsonObject, configuration: Configuration, links: Links): JsonObject {
  const main = findScreen(body)
  if (!main) throw refuse('ONLINE_COPY_EDIT')
  const added = toDetail(configuration, main, links)
  const position = readCount(configuration.head, 'tabOrderNum') ?? 0
  const next = position > 0 ? details(main)[position - 1] : undefined
  const at = next ? main.fields.findIndex(({ key }) => key === next.key) : main.fields.length
  return { ...body, fields: main.fields.toSpliced(at, 0, added as unknown as Field) }
}

/** The main document without a detail. */
export function withoutDetail(body: JsonObject, key: string): JsonObject {
  const main = findScreen(body)
  if (!main) throw refuse('ONLINE_COPY_EDIT')
  return { ...body, fields: main.fields.filter((field) => field.key !== key) }
}
