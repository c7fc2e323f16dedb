import { asText, isJsonObject, type JsonObject, recordsOf } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/names.ts'
import type { KnownNames } from '#runtime/schema/known-names.ts'

/** The kinds of documents that `npm run documents -- new` writes. */
export const newKinds = ['screen', 'report', 'panel', 'dict', 'picker', 'form'] as const
export type NewKind = (typeof newKinds)[number]

const icons: Partial<Record<NewKind, string>> = { screen: 'file', report: 'table', panel: 'dashboard' }
const MAX_FIELDS = 6

/** A screen with a table, from which reports, panels and pickers take their records. */
interface SourceScreen {
  id: string
  title: string
  perm: string
  table: string
  isSoftDeleted: boolean
  fields: readonly JsonObject[]
}

/** The fields that a list shows and every user of the list may read. */
const isShown = (field: JsonObject): boolean =>
  !['table', 'hidden', 'password'].includes(String(field.type)) &&
  [field.persist, field.list].every((value) => value !== false) &&
  field.writeOnly !== true &&
  field.access === undefined

function sourceOf(document: JsonObject): SourceScreen[] {
  const [id, title] = [asText(document.id), asText(document.title)]
  const { table } = document
  const name = isJsonObject(table) ? asText(table.name) : undefined
  if (!id || !title || !isJsonObject(table) || !name || name.startsWith('sys_')) return []
  const fields = recordsOf(document.fields)
    .map(([, field]) => field)
    .filter(isShown)
  const perm = asText(document.perm) ?? id.replace('/', ':')
  return fields.length > 0
    ? [{ id, title, perm, table: name, isSoftDeleted: table.softDelete === true, fields }]
    : []
}

/** The named screen; without a name one of the same group, or any. Undefined when there is none. */
export function findSource(
  { documents }: Pick<KnownNames, 'documents'>,
  id: string,
  named?: string,
): SourceScreen | undefined {
  const screens = [...documents.values()].filter(({ kind }) => kind === 'screen').flatMap(sourceOf)
  if (named !== undefined) return screens.find((screen) => screen.id === named)
  return screens.find((screen) => screen.id.split('/')[0] === id.split('/')[0]) ?? screens[0]
}

/** One SELECT over the table of a screen, without the records that are only marked as deleted. */
export function selectOf({ table, fields, isSoftDeleted }: SourceScreen): string {
  const columns = fields
    .slice(0, MAX_FIELDS)
    .map((field) => `t.${asText(field.column) ?? toSnake(String(field.key))}`)
  return `select ${columns.join(', ')} from ${table} t${isSoftDeleted ? ' where t.del_flag = 0' : ''}`
}

const keysOf = ({ fields }: SourceScreen, most: number): string[] =>
  fields.slice(0, most).map((field) => String(field.key))

const nameField = {
  key: 'fname',
  title: '名称',
  type: 'input',
  query: 'like',
  validateRules: [{ required: true, message: '请输入名称' }],
}

/** The properties of a new document besides its head; those of a report come from its SQL. */
function partsOf(kind: Exclude<NewKind, 'report'>, id: string, source: SourceScreen | undefined): JsonObject {
  const [group = '', name = ''] = id.split('/')
  const word = name.replaceAll('-', '_')
  const perm = id.replace('/', ':')
  if (kind === 'dict') return { code: word, items: [{ value: '1', text: '一' }] }
  if (kind === 'screen')
    return {
      perm,
      table: { name: `${group}_${word}`.replaceAll('-', '_').slice(0, 60) },
      fields: [nameField, { key: 'fremark', title: '备注', type: 'textarea', list: false }],
      actions: { toolbar: ['add', 'deleteBatch'], row: ['edit', 'detail', 'delete'] },
    }
  if (kind === 'form')
    return {
      perm,
      open: 'modal',
      fields: [
        {
          key: 'fnote',
          title: '说明',
          type: 'textarea',
          validateRules: [{ required: true, message: '请输入说明' }],
        },
      ],
      submit: { method: 'POST', url: `/${id}`, send: { note: '=fnote' } },
    }
  if (!source) throw new Error(`a ${kind} needs a source`)
  const from = { screen: source.id }
  if (kind === 'picker')
    return { code: `rp_${word}`, source: from, fields: keysOf(source, MAX_FIELDS), select: 'one' }
  return {
    perm: `${source.perm}:list`,
    blocks: [
      { type: 'statistic', title: source.title, span: 6, source: from, value: 'total', unit: '条' },
      {
        type: 'table',
        title: `最新的${source.title}`,
        span: 18,
        source: { ...from, pageSize: 5 },
        fields: keysOf(source, 4),
      },
    ],
  }
}

/** A small document without problems to start from; it is on the menu where its group is one of the menu. */
export function newDocument(
  kind: Exclude<NewKind, 'report'>,
  id: string,
  knownNames: KnownNames,
  source?: SourceScreen,
): JsonObject {
  return headed(kind, id, knownNames, partsOf(kind, id, source))
}

/** The same for a report with the parts of its draft. */
export function newReport(
  id: string,
  knownNames: KnownNames,
  sql: string,
  { tables, fields, params }: { tables: string[]; fields: JsonObject[]; params: JsonObject[] },
): JsonObject {
  const [, name = ''] = id.split('/')
  return headed('report', id, knownNames, {
    code: `rp_${name.replaceAll('-', '_')}`,
    perm: id.replace('/', ':'),
    source: { sql, tables },
    ...(params.length > 0 ? { params } : {}),
    fields,
  })
}

function headed(kind: NewKind, id: string, { menuParents }: KnownNames, parts: JsonObject): JsonObject {
  const [parent = '', title = ''] = id.split('/')
  const icon = icons[kind]
  const menu = icon && menuParents.has(parent) ? { menu: { parent, icon, order: 100 } } : {}
  return { $schema: '../$meta/document.schema.json', version: 1, kind, id, title, ...menu, ...parts }
}

/** The tables that mark deleted records, and whose mark the SQL does not read. */
export const unmarkedTables = (
  sql: string,
  tables: readonly string[],
  columns: KnownNames['columns'],
): string[] =>
  /\bdel_flag\b/i.test(sql) ? [] : tables.filter((table) => columns.get(table)?.has('del_flag'))
