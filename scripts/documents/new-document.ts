import { fieldValues } from '#runtime/fields/values.ts'
import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { valueHalf } from '#runtime/schema/field-value.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'

/** The kinds of documents that `npm run documents -- new` writes. */
export const newKinds = ['screen', 'report', 'panel', 'dict', 'picker', 'form', 'print'] as const
export type NewKind = (typeof newKinds)[number]

const MAX_FIELDS = 6
const MAX_COLUMNS = 8

/** A screen with a table, from which reports, panels, pickers and print templates take their records. */
interface SourceScreen {
  id: string
  title: string
  perm: string
  table: string
  isSoftDeleted: boolean
  fields: readonly JsonObject[]
  /** The detail tables that have columns to print. */
  details: readonly { key: string; columns: string[] }[]
}

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

const listKeys = ({ fields }: SourceScreen, most: number): string[] =>
  fields.slice(0, most).map((field) => String(field.key))

const nameField = {
  key: 'fname',
  title: '名称',
  type: 'input',
  query: 'like',
  validateRules: [{ required: true, message: '请输入名称' }],
}

interface StartInput {
  id: string
  /** The two parts of the id, the second as a name for tables and codes. */
  group: string
  name: string
  perm: string
  source: SourceScreen | undefined
}

interface Starter {
  /** Icon of the menu entry; without one the kind has no page. */
  icon?: string
  /** The document takes its fields from a screen. */
  needsSource?: true
  /** The properties besides the head come from a draft of SQL. */
  isDrafted?: true
  /** The properties besides the head. */
  parts?(input: StartInput): JsonObject
}

const sourceFor = ({ id, source }: StartInput): SourceScreen => {
  if (!source) throw new Error(`${id} needs a source`)
  return source
}

export const starters: Record<NewKind, Starter> = {
  screen: {
    icon: 'file',
    parts: ({ group, name, perm }) => ({
      perm,
      table: { name: `${group}_${name}`.replaceAll('-', '_').slice(0, 60) },
      fields: [nameField, { key: 'fremark', title: '备注', type: 'textarea', list: false }],
      actions: { toolbar: ['add', 'deleteBatch'], row: ['edit', 'detail', 'delete'] },
    }),
  },
  report: { icon: 'table', needsSource: true, isDrafted: true },
  panel: {
    icon: 'dashboard',
    needsSource: true,
    parts(input) {
      const source = sourceFor(input)
      const from = { screen: source.id }
      return {
        perm: `${source.perm}:list`,
        blocks: [
          { type: 'statistic', title: source.title, span: 6, source: from, value: 'total', unit: '条' },
          {
            type: 'table',
            title: `最新的${source.title}`,
            span: 18,
            source: { ...from, pageSize: 5 },
            fields: listKeys(source, 4),
          },
        ],
      }
    },
  },
  dict: { parts: ({ name }) => ({ code: name, items: [{ value: '1', text: '一' }] }) },
  picker: {
    needsSource: true,
    parts(input) {
      const source = sourceFor(input)
      const from = { screen: source.id }
      return { code: `rp_${input.name}`, source: from, fields: listKeys(source, MAX_FIELDS), select: 'one' }
    },
  },
  form: {
    parts: ({ id, perm }) => ({
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
    }),
  },
  print: {
    needsSource: true,
    parts(input) {
      const source = sourceFor(input)
      return {
        screen: source.id,
        page: 'A4',
        blocks: [
          { type: 'title' },
          { type: 'fields', columns: 2, fields: listKeys(source, MAX_FIELDS) },
          ...source.details.map(({ key, columns }) => ({ type: 'table', detail: key, columns })),
          { type: 'signatures', names: ['制单 {createBy}', '审核'] },
        ],
      }
    },
  },
}

/** A small document without problems to start from; it is on the menu where its group is one of the menu. */
export function newDocument(
  kind: NewKind,
  id: string,
  knownNames: KnownNames,
  source?: SourceScreen,
): JsonObject {
  const [group = '', name = ''] = id.split('/')
  const input = { id, group, name: name.replaceAll('-', '_'), perm: id.replace('/', ':'), source }
  return headed(kind, id, knownNames, starters[kind].parts?.(input) ?? {})
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
  const { icon } = starters[kind]
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
