import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { type DataType, type Usage, usualType } from '#runtime/schema/field-value.ts'
import type { Field, ReportParam } from '#runtime/schema/types.ts'
import { getColumnName } from '../documents/plan/tables.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import { readCount, readFlag, readRowText, splitParts, withoutUndefined } from './row-values.ts'

const refuse = defineRefusals({
  REPORT_ITEM_NAME: '报表的列「{name}」不能用：请写小写字母、数字和下划线，与 SELECT 的列同名',
  REPORT_ITEM_DICT: '列「{name}」的字典不能写 SQL，请写字典编码',
  REPORT_PARAM_NAME: '报表参数「{name}」不能用：请以字母开头，只含字母、数字和下划线',
})

/** The types that clients know besides text (contract, section 19.2), by the data type of a field. */
const itemTypes: Partial<Record<DataType, string>> = {
  number: 'Integer',
  date: 'Date',
  datetime: 'Datetime',
  image: 'Image',
}

const getDataType = (type: string): DataType => fieldValues.get(type)?.dataType ?? 'text'
const getItemType = ({ type }: Field): string => itemTypes[getDataType(type)] ?? 'String'
/** Whether a field is queried by days. */
const isDay = (type: string): boolean => {
  const dataType = getDataType(type)
  return dataType === 'date' || dataType === 'datetime'
}

const replacements = ({ options }: Field): string =>
  Array.isArray(options)
    ? options
        .map((option: JsonObject) => `${String(option.text ?? option.value)}_${String(option.value)}`)
        .join(',')
    : ''

/** A column of a report as its clients list it (docs/http.md, "Report heads"). */
export const buildItem = (field: Field, orderNum: number, headId: string): JsonObject => ({
  id: `${headId}.${field.key}`,
  cgrheadId: headId,
  fieldName: getColumnName(field),
  fieldTxt: getTitle(field),
  fieldWidth: field.width ?? null,
  fieldType: getItemType(field),
  isShow: field.list === false || field.type === 'hidden' ? 0 : 1,
  isSearch: field.query ? 1 : 0,
  searchMode: field.query === 'range' || (field.query === true && isDay(field.type)) ? 'group' : 'single',
  isOrder: field.isOrder === true ? 1 : 0,
  dictCode: field.dictCode ?? '',
  replaceVal: replacements(field),
  fieldHref: (field.href ?? '').replaceAll('{', '${'),
  groupTitle: field.group ?? '',
  isTotal: field.statistics?.includes('sum') ? '1' : '0',
  orderNum,
})

const usages: Readonly<Record<string, Usage>> = {
  Integer: 'number',
  Long: 'number',
  Date: 'date',
  Datetime: 'datetime',
  Image: 'image',
}

function parseOptions(text: string): JsonObject[] | undefined {
  const options = splitParts(text).flatMap((part) => {
    const at = part.lastIndexOf('_')
    return at > 0 ? [{ value: part.slice(at + 1), text: part.slice(0, at) }] : []
  })
  return options.length > 0 ? options : undefined
}

/** The field of a report's column. `stored` is the field before an edit, whose type stays where the item has no other. */
export function readReportField(item: JsonObject, stored?: Field): Field {
  const column = readRowText(item, 'fieldName').toLowerCase()
  if (!/^[a-z][a-z0-9_]{0,59}$/.test(column))
    throw refuse('REPORT_ITEM_NAME', { values: { name: column.slice(0, 60) } })
  const name = readRowText(item, 'fieldTxt') || column
  const dictCode = readRowText(item, 'dictCode')
  if (/^select\s/i.test(dictCode)) throw refuse('REPORT_ITEM_DICT', { values: { name } })
  const itemType = readRowText(item, 'fieldType') || 'String'
  const options = parseOptions(readRowText(item, 'replaceVal'))
  const isStoredType = stored !== undefined && getItemType(stored) === itemType
  const chosen: Usage = dictCode !== '' || options !== undefined ? 'choice' : 'text'
  const type = isStoredType ? stored.type : usualType(fieldValues, usages[itemType] ?? chosen)
  const isRange = readRowText(item, 'searchMode') === 'group'
  return withoutUndefined({
    key: stored?.key ?? column,
    title: name,
    type,
    width: readCount(item, 'fieldWidth') || undefined,
    list: readFlag(item, 'isShow', true) ? undefined : false,
    query: readFlag(item, 'isSearch') ? (isRange ? (isDay(type) ? true : 'range') : 'eq') : undefined,
    isOrder: readFlag(item, 'isOrder') || undefined,
    dictCode: dictCode || undefined,
    options: dictCode === '' ? options : undefined,
    href: readRowText(item, 'fieldHref').replaceAll('${', '{') || undefined,
    group: readRowText(item, 'groupTitle') || undefined,
    statistics: readFlag(item, 'isTotal') ? ['sum'] : undefined,
  }) as unknown as Field
}

/** A parameter of a report as its clients list it. */
export const buildParamRow = (param: ReportParam, orderNum: number, headId: string): JsonObject => ({
  id: `${headId}.${param.key}`,
  cgrheadId: headId,
  paramName: param.key,
  paramTxt: param.title ?? param.key,
  paramValue: param.defaultValue ?? '',
  orderNum,
})

/** The parameter of a row. */
export function readReportParam(row: JsonObject, stored?: ReportParam): ReportParam {
  const key = readRowText(row, 'paramName')
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key))
    throw refuse('REPORT_PARAM_NAME', { values: { name: key.slice(0, 60) } })
  return withoutUndefined({
    key,
    title: readRowText(row, 'paramTxt') || key,
    type: stored?.type ?? usualType(fieldValues, 'text'),
    defaultValue: readRowText(row, 'paramValue') || undefined,
  }) as unknown as ReportParam
}
