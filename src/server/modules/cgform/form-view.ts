import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { getTitle, isReadOnly, isRequired, queryItems } from '#runtime/schema/derive.ts'
import { numericTypes } from '#runtime/schema/field-value.ts'
import type { DetailField, Field, StoredScreen } from '#runtime/schema/types.ts'
import { getColumnName } from '../../documents/plan/tables.ts'
import { readRowText, withoutUndefined } from '../../reports/row-values.ts'
import type { DictionaryItems } from '../../reports/services.ts'
import { buildDetailHead, buildHead, detailHeadId } from './heads/settings/configuration.ts'
import { formatDefault, formatValue } from './heads/settings/default-value.ts'
import { buildRow } from './heads/settings/field-rows.ts'
import { getShowType, LINKED_VALUE } from './heads/settings/field-types.ts'
import { getQueryMode } from './heads/settings/query-settings.ts'
import { dictWords, hasTexts, readableDetails, readableFields, readOptions, type Viewer } from './options.ts'

/** The query items of a list (docs/http.md, "Query items"); the first two are always visible. */
export const queryInfoView = (screen: StoredScreen, { isShown }: Viewer): JsonObject[] =>
  queryItems(screen, fieldValues)
    .filter(({ key }) => isShown(key))
    .map(({ field, title, rule, folded, defaultValue }, at) => ({
      field: getColumnName(field),
      label: title,
      view: getShowType(field, screen.fields),
      mode: getQueryMode(rule),
      hidden: folded || at >= 2 ? '1' : '0',
      config: typeof field.query === 'object' ? '1' : '0',
      ...(defaultValue !== null && { defValue: formatValue(defaultValue) }),
      ...dictWords(field),
    }))

/** The settings of types that a client reads under names of its own. */
function typeWords(field: Field, level: readonly Field[]): JsonObject {
  const row = buildRow(field, 0, '', level)
  const [table, code, text, extension] = ['dictTable', 'dictField', 'dictText', 'fieldExtendJson'].map(
    (key) => readRowText(row, key),
  )
  if (field.type === 'popup')
    return { code: table, orgFields: code, destFields: text, popupMulti: field.multi === true }
  if (field.type === 'cat_tree') return { pcode: code }
  if (field.type === 'sel_tree') {
    const [id = '', pid = '', name = '', hasChild = ''] = (text ?? '').split(',')
    return { dict: `${table},${name},${id}`, pidField: pid, pidValue: code, hasChildField: hasChild }
  }
  if (row.fieldShowType === LINKED_VALUE) return { dictTable: table, dictText: text }
  return { ...dictWords(field), ...(extension && { fieldExtendJson: extension }) }
}

async function buildProperty(
  field: Field,
  order: number,
  level: readonly Field[],
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  const stored = fieldValues.get(field.type)?.column(field)
  const isNumber = stored != null && numericTypes.has(stored.type)
  const pattern = field.validateRules?.find((rule) => rule.pattern !== undefined || rule.unique)
  return withoutUndefined({
    view: getShowType(field, level),
    type: isNumber ? 'number' : 'string',
    title: getTitle(field),
    order,
    maxLength: field.length,
    dbPointLength: field.scale,
    defVal: formatDefault({ ...field, auto: undefined }) || undefined,
    pattern: pattern?.unique ? 'only' : pattern?.pattern,
    errorInfo: pattern?.message,
    ...typeWords(field, level),
    enum: hasTexts(field) ? await readOptions(field, dictionaries) : undefined,
    ui: isReadOnly(field) ? { widgetattrs: { disabled: true } } : undefined,
  })
}

const isInForm = (field: Field): boolean => field.form !== false && field.type !== 'table'

async function buildProperties(
  fields: readonly Field[],
  dictionaries: DictionaryItems,
): Promise<{ properties: JsonObject; required: string[] }> {
  const properties: JsonObject = {}
  for (const [order, field] of fields.entries())
    properties[getColumnName(field)] = await buildProperty(field, order, fields, dictionaries)
  return { properties, required: fields.filter(isRequired).map(getColumnName) }
}

async function columnOfDetail(
  field: Field,
  level: readonly Field[],
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  return withoutUndefined({
    key: getColumnName(field),
    title: getTitle(field),
    type: getShowType(field, level),
    ...dictWords(field),
    width: field.width,
    defaultValue: formatDefault({ ...field, auto: undefined }) || undefined,
    disabled: isReadOnly(field) || undefined,
    options: hasTexts(field) ? await readOptions(field, dictionaries) : undefined,
    validateRules: isRequired(field)
      ? [{ required: true, message: `${getTitle(field)}不能为空!` }]
      : undefined,
  })
}

/** A detail table in a form: columns for many rows, properties for one row. */
async function buildTab(
  screen: StoredScreen,
  detail: DetailField,
  { order, viewer, dictionaries }: { order: number; viewer: Viewer; dictionaries: DictionaryItems },
): Promise<JsonObject> {
  const fields = readableFields(detail.fields, viewer)
  const isOne = detail.look === 'form'
  return {
    view: 'tab',
    key: detail.table?.name ?? detail.key,
    id: detailHeadId(screen, detail),
    describe: getTitle(detail),
    foreignKey: detail.table?.fk,
    relationType: isOne ? 1 : 0,
    ...(isOne
      ? await buildProperties(fields, dictionaries)
      : {
          columns: await Promise.all(fields.map((field) => columnOfDetail(field, fields, dictionaries))),
          required: [],
        }),
    order,
  }
}

/** The form (docs/http.md, "Form"): the main table, and one property of view `tab` for each detail table. */
export async function formView(
  screen: StoredScreen,
  viewer: Viewer,
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  const fields = screen.fields.filter((field) => isInForm(field) && viewer.isShown(field.key))
  const { properties, required } = await buildProperties(fields, dictionaries)
  for (const [at, detail] of readableDetails(screen, viewer).entries())
    properties[detail.table?.name ?? detail.key] = await buildTab(screen, detail, {
      order: fields.length + at,
      viewer,
      dictionaries,
    })
  return buildForm(buildHead(screen), required, properties)
}

/** The form of one row of a detail table, which the pane of an ERP list opens by the id of the detail's head. */
export async function detailFormView(
  screen: StoredScreen,
  detail: DetailField,
  viewer: Viewer,
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  const fields = readableFields(detail.fields, viewer).filter(isInForm)
  const { properties, required } = await buildProperties(fields, dictionaries)
  return buildForm(buildDetailHead(screen, detail), required, properties)
}

const buildForm = (head: JsonObject, required: string[], properties: JsonObject): JsonObject => ({
  head,
  schema: { table: head.tableName, title: head.tableTxt, type: 'object', required, properties },
  enhanceJs: '',
  cgButtonList: [],
  formTemplate: head.formTemplate,
})

/** The fields of an advanced query (docs/http.md, "Query items", v3): those of the main table, and of the detail tables. */
export async function queryPropertiesView(
  screen: StoredScreen,
  viewer: Viewer,
  dictionaries: DictionaryItems,
): Promise<JsonObject> {
  const isQueried = (field: Field) => viewer.isShown(field.key) && fieldValues.get(field.type)?.query !== null
  const { properties } = await buildProperties(
    screen.fields.filter((field) => isInForm(field) && isQueried(field)),
    dictionaries,
  )
  const tables = readableDetails(screen, viewer)
  for (const [at, detail] of tables.entries()) {
    const inner = await buildProperties(readableFields(detail.fields, viewer), dictionaries)
    properties[detail.table?.name ?? detail.key] = {
      view: 'table',
      title: getTitle(detail),
      order: screen.fields.length + at,
      fields: inner.properties,
      properties: inner.properties,
    }
  }
  const searchFieldList = queryItems(screen, fieldValues)
    .filter(({ key }) => viewer.isShown(key))
    .map(({ field }) => getColumnName(field))
  return { properties, searchFieldList, joinQuery: tables.length > 0, table: screen.table.name }
}
