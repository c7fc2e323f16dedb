import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/names.ts'
import { isRequired, queryRule, titleOf } from '#runtime/schema/derive.ts'
import type { Field, ValidateRule } from '#runtime/schema/types.ts'
import { columnOf } from '../../../documents/tables.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { bit, countOf, flagOf, textOf, withoutUndefined } from '../../../reports/row-values.ts'
import { keyOfColumn } from '../../design/interface.ts'
import { defaultValueOf, defaultWordOf } from './default-value.ts'
import { settingColumns, settingsOf } from './field-settings.ts'
import { dbTypeOf, showTypeOf, typeOf } from './field-types.ts'

const refuse = defineRefusals({
  ONLINE_FIELD_NAME: '字段名「{name}」不能用：请以小写字母开头，只含小写字母、数字和下划线，最多 32 个字',
  ONLINE_FIELD_TYPE: '字段「{name}」的控件类型 {type} 没有，请换一种，或在设计器里配置',
  ONLINE_CONVERTER: '字段「{name}」不能写转换器，请用字典或选择器',
})

/** The width of a column that a row does not state. */
const DEFAULT_WIDTH = 120
/** The length that clients give a text; a field without a length has the one of its type. */
const DEFAULT_LENGTHS: Readonly<Record<string, number>> = { input: 200, textarea: 2000, hidden: 200 }

const lengthOf = ({ type, length }: Field): number => length ?? DEFAULT_LENGTHS[type] ?? 0

const patternOf = ({ validateRules = [] }: Pick<Field, 'validateRules'>): string =>
  validateRules.find(({ pattern, level }) => pattern !== undefined && level !== 'warning')?.pattern ?? ''

const isUnique = ({ validateRules = [] }: Pick<Field, 'validateRules'>): boolean =>
  validateRules.some(({ unique }) => unique === true)

/** The row of a field (contract, section 18.2). */
export function rowOf(field: Field, orderNum: number, headId: string): JsonObject {
  const rule = queryRule(field, fieldValues)
  const column = columnOf(field)
  return {
    id: `${headId}.${field.key}`,
    cgformHeadId: headId,
    dbFieldName: column,
    dbFieldNameOld: column,
    dbFieldTxt: titleOf(field),
    dbIsKey: 0,
    dbIsNull: bit(!isRequired(field)),
    dbIsPersist: bit(field.persist !== false),
    dbType: dbTypeOf(field),
    dbLength: lengthOf(field),
    dbPointLength: field.scale ?? 0,
    dbDefaultVal: '',
    dictField: '',
    dictTable: '',
    dictText: '',
    fieldShowType: showTypeOf(field),
    fieldHref: (field.href ?? '').replaceAll('{', '${'),
    fieldLength: field.width ?? DEFAULT_WIDTH,
    fieldValidType: isUnique(field) ? 'only' : patternOf(field),
    fieldMustInput: String(bit(isRequired(field))),
    fieldExtendJson: '',
    fieldDefaultValue: defaultWordOf(field.defaultValue),
    isQuery: bit(rule !== null),
    isShowForm: bit(field.form !== false && field.type !== 'hidden'),
    isShowList: bit(field.list !== false && field.type !== 'hidden'),
    isReadOnly: bit(field.disabled === true),
    queryMode: rule === 'range' ? 'group' : rule === 'like' ? 'like' : 'single',
    mainTable: '',
    mainField: '',
    orderNum,
    sortFlag: String(bit(field.isOrder === true)),
    ...settingColumns(field),
  }
}

/** The rules of a field: those of its row, and those of the stored field that a row cannot express. */
function rulesOf(row: JsonObject, stored: Field | undefined): ValidateRule[] {
  const valid = textOf(row, 'fieldValidType')
  const wanted: ValidateRule[] = [
    ...(flagOf(row, 'fieldMustInput') ? [{ required: true }] : []),
    ...(valid === 'only' ? [{ unique: true }] : []),
    ...(valid !== 'only' && valid !== '' ? [{ pattern: valid }] : []),
  ]
  const isWanted = (rule: ValidateRule) =>
    wanted.some((entry) =>
      Object.entries(entry).every(([key, value]) => rule[key as keyof ValidateRule] === value),
    )
  const storedRules = (stored?.validateRules ?? []).filter((rule) => {
    if (rule.level === 'warning' || !(rule.required || rule.unique || rule.pattern !== undefined)) return true
    // A unique field shows no pattern in its row.
    return (
      isWanted(rule) ||
      (rule.pattern !== undefined && valid === 'only' && stored !== undefined && isUnique(stored))
    )
  })
  const missing = wanted.filter((entry) => {
    const [[key, value] = []] = Object.entries(entry)
    return !storedRules.some((rule) => rule.level !== 'warning' && rule[key as keyof ValidateRule] === value)
  })
  return [...storedRules, ...missing]
}

function queryOf(row: JsonObject, field: Field): JsonObject {
  if (!flagOf(row, 'isQuery')) return {}
  const mode = textOf(row, 'queryMode')
  const rule = mode === 'group' ? 'range' : mode === 'like' ? 'like' : 'single'
  const automatic = queryRule({ ...field, query: true }, fieldValues)
  const isAutomatic = rule === 'range' ? automatic === 'range' : rule === 'single' && automatic === 'in'
  if (isAutomatic) return { query: true }
  return { query: rule === 'single' ? 'eq' : rule }
}

/**
 * The field of a row. `stored` is the field before an edit, whose rules stay where the row cannot express them. Refuses
 * what no document can say.
 */
export function fieldOf(row: JsonObject, stored?: Field): Field {
  const column = textOf(row, 'dbFieldName').toLowerCase()
  if (!/^[a-z][a-z0-9_]{0,59}$/.test(column))
    throw refuse('ONLINE_FIELD_NAME', { values: { name: column.slice(0, 60) } })
  const name = textOf(row, 'dbFieldTxt') || column
  if (textOf(row, 'converter') !== '') throw refuse('ONLINE_CONVERTER', { values: { name } })
  const showType = textOf(row, 'fieldShowType')
  const typed = typeOf(showType, {
    dbType: textOf(row, 'dbType'),
    length: countOf(row, 'dbLength'),
    scale: countOf(row, 'dbPointLength'),
  })
  if (!typed) throw refuse('ONLINE_FIELD_TYPE', { values: { name, type: showType.slice(0, 40) } })
  const { type, length } = typed
  const key = stored && columnOf(stored) === column ? stored.key : keyOfColumn(column)
  const isHidden = type === 'hidden'
  const width = countOf(row, 'fieldLength')
  const rules = rulesOf(row, stored)
  const field = withoutUndefined({
    key,
    title: isHidden && name === key ? undefined : name,
    ...typed,
    length: length === DEFAULT_LENGTHS[type] ? undefined : length,
    column: toSnake(key) === column ? undefined : column,
    width: width === undefined || width === DEFAULT_WIDTH || width === 0 ? undefined : width,
    persist: flagOf(row, 'dbIsPersist', true) ? undefined : false,
    defaultValue: defaultValueOf(textOf(row, 'fieldDefaultValue'), name, type === 'inputNumber'),
    writeOnly: type === 'password' ? true : undefined,
    disabled: flagOf(row, 'isReadOnly') || undefined,
    isOrder: flagOf(row, 'sortFlag') || undefined,
    list: isHidden || flagOf(row, 'isShowList', true) ? undefined : false,
    form: isHidden || flagOf(row, 'isShowForm', true) ? undefined : false,
    href: textOf(row, 'fieldHref').replaceAll('${', '{') || undefined,
    validateRules: rules.length > 0 ? rules : undefined,
    ...settingsOf(type, row),
  }) as unknown as Field
  return { ...field, ...queryOf(row, field) } as Field
}
