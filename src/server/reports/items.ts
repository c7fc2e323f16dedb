import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { titleOf } from '#runtime/schema/derive.ts'
import { type DataType, type Usage, usualType } from '#runtime/schema/field-value.ts'
import type { Field, ReportParam } from '#runtime/schema/types.ts'
import { columnOf } from '../documents/plan/tables.ts'
import { defineRefusals } from '../platform/http/refusals.ts'
import { countOf, flagOf, partsOf, textOf, withoutUndefined } from './row-values.ts'

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

const dataTypeOf = (type: string): DataType => fieldValues.get(type)?.dataType ?? 'text'
const itemTypeOf = ({ type }: Field): string => itemTypes[dataTypeOf(type)] ?? 'String'
/** Whether a field is queried by days. */
const isDay = (type: string): boolean => {
  const dataType = dataTypeOf(type)
  return dataType === 'date' || dataType === 'datetime'
}

const replacements = ({ options }: Field): string =>
  Array.isArray(options)
    ? options
        .map((option: JsonObject) => `${String(option.text ?? option.value)}_${String(option.value)}`)
        .join(',')
    : ''

/** A column of a report as its clients list it (docs/http.md, "Report heads"). */
export const itemOf = (field: Field, orderNum: number, headId: string): JsonObject => ({
  id: `${headId}.${field.key}`,
  cgrheadId: headId,
  fieldName: columnOf(field),
  fieldTxt: titleOf(field),
  fieldWidth: field.width ?? null,
  fieldType: itemTypeOf(field),
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

function optionsOf(text: string): JsonObject[] | undefined {
  const options = partsOf(text).flatMap((part) => {
    const at = part.lastIndexOf('_')
    return at > 0 ? [{ value: part.slice(at + 1), text: part.slice(0, at) }] : []
  })
  return options.length > 0 ? options : undefined
}

/** The field of a report's column. `stored` is the field before an edit, whose type stays where the item has no other. */
export function reportFieldOf(item: JsonObject, stored?: Field): Field {
  const column = textOf(item, 'fieldName').toLowerCase()
  if (!/^[a-z][a-z0-9_]{0,59}$/.test(column))
    throw refuse('REPORT_ITEM_NAME', { values: { name: column.slice(0, 60) } })
  const name = textOf(item, 'fieldTxt') || column
  const dictCode = textOf(item, 'dictCode')
  if (/^select\s/i.test(dictCode)) throw refuse('REPORT_ITEM_DICT', { values: { name } })
  const itemType = textOf(item, 'fieldType') || 'String'
  const options = optionsOf(textOf(item, 'replaceVal'))
  const isStoredType = stored !== undefined && itemTypeOf(stored) === itemType
  const chosen: Usage = dictCode !== '' || options !== undefined ? 'choice' : 'text'
  const type = isStoredType ? stored.type : usualType(fieldValues, usages[itemType] ?? chosen)
  const isRange = textOf(item, 'searchMode') === 'group'
  return withoutUndefined({
    key: stored?.key ?? column,
    title: name,
    type,
    width: countOf(item, 'fieldWidth') || undefined,
    list: flagOf(item, 'isShow', true) ? undefined : false,
    query: flagOf(item, 'isSearch') ? (isRange ? (isDay(type) ? true : 'range') : 'eq') : undefined,
    isOrder: flagOf(item, 'isOrder') || undefined,
    dictCode: dictCode || undefined,
    options: dictCode === '' ? options : undefined,
    href: textOf(item, 'fieldHref').replaceAll('${', '{') || undefined,
    group: textOf(item, 'groupTitle') || undefined,
    statistics: flagOf(item, 'isTotal') ? ['sum'] : undefined,
  }) as unknown as Field
}

/** A parameter of a report as its clients list it. */
export const paramRowOf = (param: ReportParam, orderNum: number, headId: string): JsonObject => ({
  id: `${headId}.${param.key}`,
  cgrheadId: headId,
  paramName: param.key,
  paramTxt: param.title ?? param.key,
  paramValue: param.defaultValue ?? '',
  orderNum,
})

/** The parameter of a row. */
export function reportParamOf(row: JsonObject, stored?: ReportParam): ReportParam {
  const key = textOf(row, 'paramName')
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key))
    throw refuse('REPORT_PARAM_NAME', { values: { name: key.slice(0, 60) } })
  return withoutUndefined({
    key,
    title: textOf(row, 'paramTxt') || key,
    type: stored?.type ?? usualType(fieldValues, 'text'),
    defaultValue: textOf(row, 'paramValue') || undefined,
  }) as unknown as ReportParam
}
