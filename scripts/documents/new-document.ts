import { fieldValues } from '#runtime/fields/values.ts'
import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { valueHalf } from '#runtime/schema/field-value.ts'
import type { AnyDocumentKind } from '#runtime/schema/kinds/contract.ts'
import type { QueryDraft, SourceScreen } from '#runtime/schema/kinds/starter.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'

const MAX_FIELDS = 6
const MAX_COLUMNS = 8

/** The fields that a list shows and every user of the list may read. */
const isShown = (field: JsonObject): boolean =>
  field.type !== 'table' &&
  field.type !== 'hidden' &&
  !valueHalf(fieldValues, field)?.isSecret &&
  [field.persist, field.list].every((value) => value !== false) &&
  field.writeOnly !== true &&
  field.access === undefined

const listColumns = ({ fields }: JsonObject): string[] =>
  listObjects(fields)
    .filter(isShown)
    .slice(0, MAX_COLUMNS)
    .map(({ key }) => String(key))

function listSources(document: JsonObject): SourceScreen[] {
  const [id, title] = [asText(document.id), asText(document.title)]
  const { table } = document
  const name = isJsonObject(table) ? asText(table.name) : undefined
  if (!id || !title || !isJsonObject(table) || !name || name.startsWith('sys_')) return []
  const fields = listObjects(document.fields).filter(isShown)
  const details = listObjects(document.fields)
    .filter(({ type }) => type === 'table')
    .map((detail) => ({ key: String(detail.key), columns: listColumns(detail) }))
    .filter(({ columns }) => columns.length > 0)
  const perm = asText(document.perm) ?? id.replace('/', ':')
  return fields.length > 0
    ? [{ id, title, perm, table: name, isSoftDeleted: table.softDelete === true, fields, details }]
    : []
}

/** The named screen; without a name one of the same group, or any. Undefined when there is none. */
export function findSource(
  { documents }: Pick<KnownNames, 'documents'>,
  id: string,
  named?: string,
): SourceScreen | undefined {
  const screens = [...documents.values()].flatMap(listSources)
  if (named !== undefined) return screens.find((screen) => screen.id === named)
  return screens.find((screen) => screen.id.split('/')[0] === id.split('/')[0]) ?? screens[0]
}

/** One SELECT over the table of a screen, without the records that are only marked as deleted. */
export function buildSelect({ table, fields, isSoftDeleted }: SourceScreen): string {
  const columns = fields
    .slice(0, MAX_FIELDS)
    .map((field) => `t.${asText(field.column) ?? toSnake(String(field.key))}`)
  return `select ${columns.join(', ')} from ${table} t${isSoftDeleted ? ' where t.del_flag = 0' : ''}`
}

/** A small document without problems to start from; it is on the menu where its group is one of the menu. */
export function newDocument(
  { name: kind, starter: { icon, parts } }: Pick<AnyDocumentKind, 'name' | 'starter'>,
  id: string,
  { menuParents }: KnownNames,
  source?: SourceScreen,
  draft?: QueryDraft,
): JsonObject {
  const [group = '', title = ''] = id.split('/')
  const name = title.replaceAll('-', '_')
  const menu = icon && menuParents.has(group) ? { menu: { parent: group, icon, order: 100 } } : {}
  const head = { $schema: '../$meta/document.schema.json', version: currentVersion, kind, id, title, ...menu }
  return { ...head, ...parts({ id, group, name, perm: id.replace('/', ':'), source, draft }) }
}

/** The tables that mark deleted records, and whose mark the SQL does not read. */
export const unmarkedTables = (
  sql: string,
  tables: readonly string[],
  columns: KnownNames['columns'],
): string[] =>
  /\bdel_flag\b/i.test(sql) ? [] : tables.filter((table) => columns.get(table)?.has('del_flag'))
