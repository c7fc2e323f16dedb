import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { details, getTitle } from '#runtime/schema/derive.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { currentVersion } from '#runtime/schema/names/document-version.ts'
import { type DetailField, type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import { toHeadId } from '../../../../documents/head-id.ts'
import { getColumnName } from '../../../../documents/plan/tables.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import {
  bit,
  letter,
  readCount,
  readFlag,
  readRowText,
  splitParts,
  withoutUndefined,
} from '../../../../reports/row-values.ts'
import { keyOfColumn, systemColumns } from '../../../design/interface.ts'
import { buildRow, readField } from './field-rows.ts'
import { formatExtension, readFormSettings, requireExpressible, themes, toCategory } from './head-settings.ts'
import type { Links } from './links.ts'

const refuse = defineRefusals({
  ONLINE_TABLE_NAME: '表名「{name}」不能用：请以小写字母开头，只含小写字母、数字和下划线，最多 50 个字',
  ONLINE_ONE_KEY: '外键只允许配置一个!',
  ONLINE_NO_KEY: '附表「{name}」请配置外键：主表和主键',
})

/** An online form: its head, its fields and its indexes, as clients of JeecgBoot send them (docs/http.md, "Heads of online forms"). */
export interface Configuration {
  head: JsonObject
  fields: JsonObject[]
  indexs: JsonObject[]
}

/** Table types of the contract. */
export const SINGLE_TABLE = 1
export const MAIN_TABLE = 2
export const SUB_TABLE = 3

/** The id of a detail table's head. */
export const detailHeadId = (screen: { id: string }, { key }: { key: string }): string =>
  `${toHeadId(screen)}.${key}`

const columnNamed = (screen: StoredScreen, key: string | undefined): string | null => {
  const field = key === undefined ? undefined : screen.fields.find((entry) => entry.key === key)
  return field ? getColumnName(field) : null
}

const commonHead = (tableName: string, tableTxt: string): JsonObject => ({
  tableName,
  tableTxt,
  tableVersion: 1,
  isDbSynch: 'Y',
  idType: 'UUID',
  idSequence: '',
  queryMode: 'single',
  formTemplateMobile: '1',
  scroll: 1,
  copyVersion: null,
  copyType: 0,
  physicId: null,
  hascopy: 0,
  isDesForm: 'N',
  desFormCode: '',
})

/** The head of a screen (docs/http.md, "Head"). */
export function buildHead(screen: StoredScreen): JsonObject {
  const tables = details(screen).map(({ key, table }) => table?.name ?? key)
  const { list = {}, form = {}, tree } = screen
  const [group = ''] = screen.id.split('/')
  return {
    id: toHeadId(screen),
    ...commonHead(screen.table?.name ?? '', screen.title),
    tableType: tables.length > 0 ? MAIN_TABLE : SINGLE_TABLE,
    isCheckbox: letter(list.select !== false),
    isPage: letter(list.paging !== false),
    isTree: letter(tree !== undefined),
    treeParentIdField: columnNamed(screen, tree?.parent),
    treeIdField: columnNamed(screen, tree?.hasChild),
    treeFieldname: columnNamed(screen, tree?.text),
    relationType: 0,
    tabOrderNum: null,
    subTableStr: tables.join(','),
    formCategory: toCategory(group),
    formTemplate: String(form.columnCount ?? 1),
    themeTemplate: list.layout && themes.has(list.layout) ? list.layout : 'normal',
    extConfigJson: formatExtension(form),
  }
}

/** The head of a detail table. */
export function buildDetailHead(screen: StoredScreen, detail: DetailField): JsonObject {
  return {
    ...buildHead(screen),
    id: detailHeadId(screen, detail),
    ...commonHead(detail.table?.name ?? detail.key, getTitle(detail)),
    tableType: SUB_TABLE,
    isTree: 'N',
    treeParentIdField: null,
    treeIdField: null,
    treeFieldname: null,
    relationType: bit(detail.look === 'form'),
    tabOrderNum: details(screen).indexOf(detail) + 1,
    subTableStr: '',
    extConfigJson: '',
  }
}

/** The row of the column by which detail rows refer to their record; it is no field of the document. */
function keyRow(screen: StoredScreen, detail: DetailField): JsonObject {
  const column = detail.table?.fk ?? ''
  const row = buildRow(
    { key: keyOfColumn(column), title: '主表主键', type: 'input', length: 36 } as Field,
    0,
    detailHeadId(screen, detail),
    [],
  )
  const { ref = 'id' } = detail.table ?? {}
  const hiddenColumn = { isShowForm: 0, isShowList: 0, dbFieldName: column, dbFieldNameOld: column }
  return {
    ...row,
    ...hiddenColumn,
    mainTable: screen.table?.name ?? '',
    mainField: columnNamed(screen, ref) ?? ref,
  }
}

const plainFields = (fields: readonly Field[]): Field[] => fields.filter((field) => !isDetail(field))

function indexRows(screen: StoredScreen): JsonObject[] {
  const columns = (keys: readonly string[]) => keys.map((key) => columnNamed(screen, key) ?? key).join(',')
  return (screen.table?.indexes ?? []).map((index) => {
    const { fields, unique = false, name = '' } = Array.isArray(index) ? { fields: index } : index
    const indexField = columns(fields)
    return {
      id: `${toHeadId(screen)}.${name || indexField}`,
      cgformHeadId: toHeadId(screen),
      indexName: name,
      indexField,
      indexType: unique ? 'unique' : 'normal',
      isDbSynch: 'Y',
      delFlag: 0,
    }
  })
}

/** The online forms of a screen: its own, then one for each detail table. */
export function toConfigurations(screen: StoredScreen): [Configuration, ...Configuration[]] {
  const rows = (fields: readonly Field[], headId: string, from: number) =>
    plainFields(fields).map((field, at) => buildRow(field, at + from, headId, fields))
  return [
    { head: buildHead(screen), fields: rows(screen.fields, toHeadId(screen), 0), indexs: indexRows(screen) },
    ...details(screen).map(
      (detail): Configuration => ({
        head: buildDetailHead(screen, detail),
        fields: [keyRow(screen, detail), ...rows(detail.fields, detailHeadId(screen, detail), 1)],
        indexs: [],
      }),
    ),
  ]
}

/** The name of a head's table. Refuses names that no table may have. */
export function readTableName(head: JsonObject): string {
  const name = readRowText(head, 'tableName').toLowerCase()
  if (!/^[a-z][a-z0-9_]{0,49}$/.test(name))
    throw refuse('ONLINE_TABLE_NAME', { values: { name: name.slice(0, 60) } })
  return name
}

/** The fields of rows, in order; columns that every table has are left out. */
function readFields(sent: readonly JsonObject[], level: readonly Field[], links: Links): Field[] {
  const byColumn = new Map(level.map((field) => [getColumnName(field), field]))
  const rows = [...sent].sort((a, b) => (readCount(a, 'orderNum') ?? 0) - (readCount(b, 'orderNum') ?? 0))
  const named = rows.map((row) => ({ row, name: readRowText(row, 'dbFieldName').toLowerCase() }))
  const linkRows = new Map(
    named
      .filter(({ row }) => readRowText(row, 'fieldShowType') === 'link_table')
      .map(({ row, name }) => [name, row]),
  )
  return named
    .filter(({ name }) => !systemColumns.has(name))
    .map(({ row, name }) => readField(row, { stored: byColumn.get(name), level, linkRows, links }))
}

function readTree(head: JsonObject, toKey: (column: string) => string): JsonObject | undefined {
  if (!readFlag(head, 'isTree')) return undefined
  const [parent, hasChild, text] = ['treeParentIdField', 'treeIdField', 'treeFieldname'].map((word) => {
    const column = readRowText(head, word).toLowerCase()
    return column === '' ? undefined : toKey(column)
  })
  return withoutUndefined({
    parent: parent ?? 'pid',
    hasChild,
    text,
    lazy: hasChild === undefined ? false : undefined,
  })
}

/** The detail of the main document that the form of a sub-table describes. */
export function toDetail(
  configuration: Configuration,
  main: StoredScreen,
  links: Links,
  stored?: DetailField,
): DetailField {
  const { head, fields: rows } = configuration
  const name = readTableName(head)
  requireExpressible(head)
  const keyRows = rows.filter((row) => readRowText(row, 'mainTable') !== '')
  if (keyRows.length > 1) throw refuse('ONLINE_ONE_KEY')
  const [foreign] = keyRows
  if (!foreign) throw refuse('ONLINE_NO_KEY', { values: { name: readRowText(head, 'tableTxt') || name } })
  const mainColumn = readRowText(foreign, 'mainField').toLowerCase() || 'id'
  const ref = main.fields.find((field) => getColumnName(field) === mainColumn)?.key
  return withoutUndefined({
    key: stored?.key ?? keyOfColumn(name),
    title: readRowText(head, 'tableTxt') || name,
    type: 'table',
    table: withoutUndefined({
      name,
      fk: readRowText(foreign, 'dbFieldName').toLowerCase(),
      ref: mainColumn === 'id' ? undefined : (ref ?? mainColumn),
    }),
    look: readRowText(head, 'relationType') === '1' ? 'form' : undefined,
    fields: readFields(
      rows.filter((row) => row !== foreign),
      stored?.fields ?? [],
      links,
    ),
  }) as unknown as DetailField
}

/** The field that says whether a row has children is hidden: the server maintains it. */
const hiddenFor = (tree: JsonObject | undefined, field: Field): Field =>
  tree && field.key === tree.hasChild
    ? ({ ...field, type: 'hidden', list: undefined, form: undefined } as unknown as Field)
    : field

/**
 * The document of an online form, with the details of its sub-tables. `stored` is the document before an edit, whose parts
 * a field cannot express are read from it. The pure inverse of `toConfigurations` on what a form can express.
 */
export function toDocument(
  id: string,
  [main, ...subTables]: readonly [Configuration, ...Configuration[]],
  links: Links,
  stored?: StoredScreen,
): JsonObject {
  const { head, indexs } = main
  const name = readTableName(head)
  requireExpressible(head)
  const fields = readFields(main.fields, stored?.fields ?? [], links)
  const toKey = (column: string) =>
    fields.find((field) => getColumnName(field) === column)?.key ?? keyOfColumn(column)
  const tree = readTree(head, toKey)
  const columns = readCount(head, 'formTemplate') ?? 1
  const theme = readRowText(head, 'themeTemplate')
  const list = withoutUndefined({
    layout: tree ? 'tree' : themes.has(theme) ? theme : undefined,
    paging: readFlag(head, 'isPage', true) ? undefined : false,
    select: readFlag(head, 'isCheckbox', true) ? undefined : false,
  })
  const form = withoutUndefined({
    columnCount: columns > 1 ? Math.min(columns, 4) : undefined,
    ...readFormSettings(head),
  })
  const indexes = indexs.map((row) => {
    const keys = splitParts(readRowText(row, 'indexField').toLowerCase()).map(toKey)
    const indexName = readRowText(row, 'indexName').toLowerCase()
    const isUnique = readRowText(row, 'indexType') === 'unique'
    if (indexName === '' && !isUnique) return keys
    return withoutUndefined({ fields: keys, unique: isUnique || undefined, name: indexName || undefined })
  })
  const screen = { id, table: { name }, fields } as unknown as StoredScreen
  const storedDetails = stored ? details(stored) : []
  const position = ({ head: sub }: Configuration) => readCount(sub, 'tabOrderNum') ?? subTables.length
  const inOrder = [...subTables].sort((a, b) => position(a) - position(b))
  const detailFields = inOrder.map((sub) =>
    toDetail(
      sub,
      screen,
      links,
      storedDetails.find(({ table }) => table?.name === readTableName(sub.head)),
    ),
  )
  return withoutUndefined({
    version: currentVersion,
    kind: 'screen',
    id,
    title: readRowText(head, 'tableTxt') || name,
    table: withoutUndefined({ name, indexes: indexes.length > 0 ? indexes : undefined }),
    tree,
    fields: [...fields.map((field) => hiddenFor(tree, field)), ...detailFields].map((field) => ({
      ...withoutUndefined({ ...field }),
    })),
    list: Object.keys(list).length > 0 ? list : undefined,
    form: Object.keys(form).length > 0 ? form : undefined,
  })
}

/** A written document as a screen whose parts may be read; null for an overlay, and for another kind of document. */
export function findScreen(body: JsonObject): StoredScreen | null {
  const isComplete = hasCapability(body as unknown as Document, 'hasTable') && Array.isArray(body.fields)
  if (!isComplete || body.extends !== undefined) return null
  return { ...body, fields: listObjects(body.fields) } as unknown as StoredScreen
}
