import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { details, listFields, permOf, queryItems, titleOf } from '#runtime/schema/derive.ts'
import type { Field, StoredScreen } from '#runtime/schema/types.ts'
import { columnOf } from '../../documents/tables.ts'
import type { DictionaryItems } from '../../reports/services.ts'

type Can = (code: string) => boolean
/** Whether the user may read a field of the screen, by its key. */
type Shown = (key: string) => boolean

/** The id of a screen in the addresses of online forms: the document's, with a dot. */
export const headIdOf = ({ id }: Pick<StoredScreen, 'id'>): string => id.replace('/', '.')

/** The names of field types in online forms (contract, section 18.3); other types are texts there. */
const showTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['password', 'list', 'radio', 'checkbox', 'switch', 'date', 'datetime', 'time', 'file', 'image'],
      ...['textarea', 'umeditor', 'markdown', 'sel_user', 'sel_depart', 'pca', 'popup', 'list_multi'],
      ...['sel_search', 'cat_tree', 'sel_tree', 'link_down', 'link_table', 'hidden'],
    ].map((word) => [word, word]),
  ),
  select: 'list',
  checkbox_group: 'checkbox',
}
export const showType = ({ type, multi }: Field): string =>
  type === 'select' && multi === true ? 'list_multi' : (showTypes[type] ?? 'text')

const hasTexts = (field: Field): boolean => field.dictCode !== undefined || Array.isArray(field.options)

interface Option {
  value: string | number
  text: string
  title: string
}

async function optionsOf(field: Field, dictionaries: DictionaryItems): Promise<Option[]> {
  const items =
    typeof field.dictCode === 'string'
      ? await dictionaries.items(field.dictCode)
      : ((field.options ?? []) as readonly { value: string | number; text?: string }[])
  return items.map(({ value, text = String(value) }) => ({ value, text, title: text }))
}

/** The verbs of a screen with the built-in buttons of online forms that they allow. */
const buttons: Readonly<Record<string, readonly string[]>> = {
  add: ['add'],
  edit: ['update', 'edit'],
  delete: ['delete'],
  deleteBatch: ['batch_delete'],
  import: ['import'],
  export: ['export'],
  detail: ['detail'],
}

function hiddenButtons(screen: StoredScreen, can: Can): string[] {
  const allowed = (verb: string) => can(`${permOf(screen)}:${verb === 'deleteBatch' ? 'delete' : verb}`)
  return Object.entries(buttons).flatMap(([verb, codes]) => (allowed(verb) ? [] : codes))
}

/** The head of an online form (contract, section 18.1), from the document. */
export function headOf(screen: StoredScreen): JsonObject {
  const tables = details(screen).map(({ key, table }) => table?.name ?? key)
  const { list = {}, form = {}, tree } = screen
  const layout = list.layout ?? 'list'
  return {
    id: headIdOf(screen),
    tableName: screen.table?.name ?? '',
    tableTxt: screen.title,
    tableType: tables.length > 0 ? 2 : 1,
    tableVersion: 1,
    isCheckbox: 'Y',
    isDbSynch: 'Y',
    isPage: 'Y',
    isTree: tree ? 'Y' : 'N',
    treeParentIdField: tree ? columnOf({ key: tree.parent } as Field) : null,
    idType: 'UUID',
    relationType: 0,
    subTableStr: tables.join(','),
    formTemplate: String(form.columns ?? 1),
    themeTemplate: layout === 'erp' || layout === 'tab' || layout === 'innerTable' ? layout : 'normal',
    scroll: 1,
    copyType: 0,
    hascopy: 0,
  }
}

/** The columns of the list (17.1). */
export async function columnsAnswer(
  screen: StoredScreen,
  isShown: Shown,
  can: Can,
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  const listed = listFields(screen, fieldValues).filter(({ key }) => isShown(key))
  const withTexts = listed.filter(({ field }) => hasTexts(field))
  const options = await Promise.all(
    withTexts.map(async ({ field }) => [columnOf(field), await optionsOf(field, dictionaries)] as const),
  )
  const head = headOf(screen)
  return {
    columns: listed.map(({ field, title, sortable, width }) => ({
      title,
      dataIndex: columnOf(field),
      align: 'center',
      fieldType: showType(field),
      ...(sortable && { sorter: true }),
      ...(hasTexts(field) && { customRender: columnOf(field) }),
      ...(width !== undefined && { width }),
    })),
    dictOptions: Object.fromEntries(options),
    fieldHrefSlots: [],
    cgButtonList: [],
    hideColumns: hiddenButtons(screen, can),
    enhanceJs: '',
    description: screen.title,
    currentTableName: head.tableName,
    tableType: head.tableType,
    formTemplate: head.formTemplate,
    paginationFlag: 'Y',
    checkboxFlag: 'Y',
    scrollFlag: 1,
    pidField: head.treeParentIdField,
    hasChildrenField: null,
    textField: null,
    isDesForm: 'N',
    desFormCode: '',
    foreignKeys: [],
    relationType: 0,
    code: head.id,
  }
}

/** The query items of the list (17.3); the first two are always visible. */
export const queryInfoAnswer = (screen: StoredScreen, isShown: Shown): JsonObject[] =>
  queryItems(screen, fieldValues)
    .filter(({ key }) => isShown(key))
    .map(({ field, title, rule, folded }, at) => ({
      field: columnOf(field),
      label: title,
      view: showType(field),
      mode: rule === 'range' ? 'group' : rule === 'like' ? 'like' : 'single',
      hidden: folded || at >= 2 ? '1' : '0',
      config: '0',
      ...(typeof field.dictCode === 'string' && { dictCode: field.dictCode }),
    }))

async function propertyOf(field: Field, order: number, dictionaries: DictionaryItems): Promise<JsonObject> {
  const sqlType = fieldValues.get(field.type)?.column(field)?.type ?? ''
  const isNumber = ['numeric', 'integer', 'bigint', 'smallint'].includes(sqlType)
  return {
    view: showType(field),
    type: isNumber ? 'number' : 'string',
    title: titleOf(field),
    order,
    ...(typeof field.length === 'number' && { maxLength: field.length }),
    ...(typeof field.dictCode === 'string' && { dictCode: field.dictCode }),
    ...(hasTexts(field) && { enum: await optionsOf(field, dictionaries) }),
    ...((field.disabled === true || field.compute !== undefined) && {
      ui: { widgetattrs: { disabled: true } },
    }),
  }
}

const isRequired = ({ validateRules = [] }: Field): boolean =>
  validateRules.some(({ required }) => required === true)

/** The form (17.6): the main table, and one property of view `tab` for each detail table. */
export async function formAnswer(
  screen: StoredScreen,
  isShown: Shown,
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  const properties: JsonObject = {}
  const required: string[] = []
  const fields = screen.fields.filter(({ key }) => isShown(key))
  for (const [order, field] of fields.entries()) {
    const column = columnOf(field)
    properties[column] = await propertyOf(field, order, dictionaries)
    if (isRequired(field)) required.push(column)
  }
  for (const [at, detail] of details(screen).entries()) {
    const table = detail.table?.name ?? detail.key
    const columns = detail.fields.map(async (field) => ({
      key: columnOf(field),
      title: titleOf(field),
      type: showType(field),
      ...(typeof field.dictCode === 'string' && { dictCode: field.dictCode }),
      ...(field.width !== undefined && { width: field.width }),
      ...(hasTexts(field) && { options: await optionsOf(field, dictionaries) }),
      ...(isRequired(field) && {
        validateRules: [{ required: true, message: `${titleOf(field)}不能为空!` }],
      }),
    }))
    properties[table] = {
      view: 'tab',
      key: table,
      id: `${headIdOf(screen)}.${detail.key}`,
      describe: titleOf(detail),
      relationType: 0,
      columns: await Promise.all(columns),
      required: [],
      order: fields.length + at,
    }
  }
  const head = headOf(screen)
  return {
    head,
    schema: { table: head.tableName, title: screen.title, type: 'object', required, properties },
    enhanceJs: '',
    cgButtonList: [],
    formTemplate: head.formTemplate,
  }
}

/** The fields of an online form (18.2), in order. */
export const fieldsAnswer = (screen: StoredScreen): JsonObject[] =>
  screen.fields
    .filter((field) => field.type !== 'table')
    .map((field, orderNum) => ({
      id: `${headIdOf(screen)}.${field.key}`,
      cgformHeadId: headIdOf(screen),
      dbFieldName: columnOf(field),
      dbFieldTxt: titleOf(field),
      dbIsKey: 0,
      dbIsNull: isRequired(field) ? 0 : 1,
      dbIsPersist: field.persist === false ? 0 : 1,
      dbType: dbTypeOf(field),
      dbLength: field.length ?? 100,
      dbPointLength: field.scale ?? 0,
      dictField: field.dictCode ?? '',
      dictTable: '',
      dictText: '',
      fieldShowType: showType(field),
      fieldLength: field.width ?? 120,
      fieldMustInput: isRequired(field) ? '1' : '0',
      isQuery: field.query ? 1 : 0,
      isShowForm: field.type === 'hidden' ? 0 : 1,
      isShowList: field.list === false || field.type === 'hidden' ? 0 : 1,
      isReadOnly: field.disabled === true ? 1 : 0,
      sortFlag: field.isOrder === true ? '1' : '0',
      orderNum,
    }))

const dbTypes: Readonly<Record<string, string>> = {
  numeric: 'BigDecimal',
  integer: 'int',
  smallint: 'int',
  bigint: 'long',
  date: 'Date',
  timestamp: 'Datetime',
  text: 'Text',
}
const dbTypeOf = (field: Field): string =>
  dbTypes[fieldValues.get(field.type)?.column(field)?.type ?? ''] ?? 'string'
