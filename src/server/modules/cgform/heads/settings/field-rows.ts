import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { getTitle, isRequired } from '#runtime/schema/derive.ts'
import type { Field, ValidateRule } from '#runtime/schema/types.ts'
import { getColumnName } from '../../../../documents/plan/tables.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import { bit, readCount, readFlag, readRowText, withoutUndefined } from '../../../../reports/row-values.ts'
import { keyOfColumn } from '../../../design/interface.ts'
import { formatDefault, readDefault } from './default-value.ts'
import { formatHref, readHref } from './field-href.ts'
import { readSettings, settingColumns } from './field-settings.ts'
import { findLink, getDbType, getLength, getShowType, LINKED_VALUE, readType } from './field-types.ts'
import type { Links } from './links.ts'
import { queryColumns, readQuery } from './query-settings.ts'

const refuse = defineRefusals({
  ONLINE_FIELD_NAME: '字段名「{name}」不能用：请以小写字母开头，只含小写字母、数字和下划线，最多 32 个字',
  ONLINE_FIELD_TYPE: '字段「{name}」的控件类型 {type} 没有，请换一种，或在设计器里配置',
  ONLINE_POPUP_DICT:
    '字段「{name}」的控件 popup_dict 没有：值和文字取自报表的，请用 popup 带回，或从界面建字典后用 sel_search',
  ONLINE_LINK_DOWN:
    '字段「{name}」的联动下拉不能在这里新建：请先存成 list，再在设计器里把类型改为联动下拉，并写各级的字典',
  ONLINE_CONVERTER: '字段「{name}」不能写转换器，请用字典或选择器',
  ONLINE_KEY_FIELD: '字段「{name}」不能作主键：每张表的主键是 id，由服务器写；不重复的字段请写校验 only',
  ONLINE_DB_DEFAULT: '字段「{name}」的数据库默认值 {value} 请写成控件的默认值（fieldDefaultValue）',
  ONLINE_BLOB: '字段「{name}」不能存二进制，文件请用控件 file 或 image',
  ONLINE_LINK_FIELD: '字段「{name}」的他表字段找不到：主表字段里没有关联记录 {link}，或它的表没有列 {column}',
})

/** The width of a column that a row does not state. */
const DEFAULT_WIDTH = 120

const getPattern = ({ validateRules = [] }: Pick<Field, 'validateRules'>): string =>
  validateRules.find(({ pattern, level }) => pattern !== undefined && level !== 'warning')?.pattern ?? ''

const isUnique = ({ validateRules = [] }: Pick<Field, 'validateRules'>): boolean =>
  validateRules.some(({ unique }) => unique === true)

/** The dictionary columns of a field with a value of a linked record: the link's column, and the value's. */
function linkColumns(field: Field, level: readonly Field[]): JsonObject | undefined {
  const link = findLink(field, level)
  return link && { dictTable: getColumnName(link), dictText: toSnake(field.from?.value ?? '') }
}

/** The row of a field (docs/http.md, "Form fields"); `level` are the fields of its table. */
export function buildRow(
  field: Field,
  orderNum: number,
  headId: string,
  level: readonly Field[],
): JsonObject {
  const column = getColumnName(field)
  const fieldColumns = {
    dictField: '',
    dictTable: '',
    dictText: '',
    fieldExtendJson: '',
    fieldShowType: getShowType(field, level),
    ...(linkColumns(field, level) ?? settingColumns(field)),
  }
  return {
    id: `${headId}.${field.key}`,
    cgformHeadId: headId,
    dbFieldName: column,
    dbFieldNameOld: column,
    dbFieldTxt: getTitle(field),
    dbIsKey: 0,
    dbIsNull: bit(!isRequired(field)),
    dbIsPersist: bit(field.persist !== false),
    dbType: getDbType(field),
    dbLength: getLength(field),
    dbPointLength: field.scale ?? 0,
    dbDefaultVal: '',
    ...fieldColumns,
    fieldHref: formatHref(field.href, level),
    fieldLength: field.width ?? DEFAULT_WIDTH,
    fieldValidType: isUnique(field) ? 'only' : getPattern(field),
    fieldMustInput: String(bit(isRequired(field))),
    fieldDefaultValue: formatDefault(field),
    isShowForm: bit(field.form !== false && field.type !== 'hidden'),
    isShowList: bit(field.list !== false && field.type !== 'hidden'),
    isReadOnly: bit(field.disabled === true),
    mainTable: '',
    mainField: '',
    converter: '',
    orderNum,
    sortFlag: String(bit(field.isOrder === true)),
    ...queryColumns(field, fieldColumns),
  }
}

/** The rules of a field: those of its row, and those of the stored field that a row cannot express. */
function buildRules(row: JsonObject, stored: Field | undefined): ValidateRule[] {
  const valid = readRowText(row, 'fieldValidType')
  const wanted: ValidateRule[] = [
    ...(readFlag(row, 'fieldMustInput') ? [{ required: true }] : []),
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

/** What a field is made from besides its row. */
export interface FieldContext {
  /** The field before an edit, whose parts stay where the row cannot express them. */
  stored: Field | undefined
  /** The fields of the table before an edit. */
  level: readonly Field[]
  /** The rows of the table that link to records of others, by their columns. */
  linkRows: ReadonlyMap<string, JsonObject>
  links: Links
}

/** The type and the source of a field with a value of a linked record. */
function linkedValue(
  row: JsonObject,
  name: string,
  { stored, level, linkRows, links }: FieldContext,
): JsonObject {
  const [link, column] = ['dictTable', 'dictText'].map((word) => readRowText(row, word).toLowerCase())
  const words = stored && linkColumns(stored, level)
  if (stored && words?.dictTable === link && words?.dictText === column)
    return { type: stored.type, from: stored.from }
  const linkRow = linkRows.get(link ?? '')
  const screen = linkRow && links.findScreen(readRowText(linkRow, 'dictTable'))
  const target = screen?.fields.find((field) => getColumnName(field) === column)
  if (!screen || !target || link === undefined)
    throw refuse('ONLINE_LINK_FIELD', { values: { name, link: link ?? '', column: column ?? '' } })
  const { type, dictCode, options, scale } = target
  const field = level.find((entry) => getColumnName(entry) === link)?.key ?? keyOfColumn(link)
  return { type, dictCode, options, scale, from: { field, screen: screen.id, value: target.key } }
}

/** Refuses what no field of a document can say. */
function requireExpressible(row: JsonObject, name: string, stored: Field | undefined): void {
  if (readRowText(row, 'converter') !== '') throw refuse('ONLINE_CONVERTER', { values: { name } })
  if (readFlag(row, 'dbIsKey')) throw refuse('ONLINE_KEY_FIELD', { values: { name } })
  if (readRowText(row, 'dbType') === 'Blob' && !(stored && getDbType(stored) === 'Blob'))
    throw refuse('ONLINE_BLOB', { values: { name } })
  if (readRowText(row, 'fieldShowType') === 'popup_dict')
    throw refuse('ONLINE_POPUP_DICT', { values: { name } })
  if (readRowText(row, 'fieldShowType') === 'link_down' && stored?.type !== 'link_down')
    throw refuse('ONLINE_LINK_DOWN', { values: { name } })
  const value = readRowText(row, 'dbDefaultVal')
  if (value !== '' && value !== readRowText(row, 'fieldDefaultValue'))
    throw refuse('ONLINE_DB_DEFAULT', { values: { name, value: value.slice(0, 60) } })
}

/** The field of a row. Refuses what no document can say. */
export function readField(row: JsonObject, context: FieldContext): Field {
  const { stored, level, links } = context
  const column = readRowText(row, 'dbFieldName').toLowerCase()
  if (!/^[a-z][a-z0-9_]{0,59}$/.test(column))
    throw refuse('ONLINE_FIELD_NAME', { values: { name: column.slice(0, 60) } })
  const name = readRowText(row, 'dbFieldTxt') || column
  requireExpressible(row, name, stored)
  const showType = readRowText(row, 'fieldShowType')
  const typed =
    showType === LINKED_VALUE
      ? linkedValue(row, name, context)
      : readType(showType, {
          dbType: readRowText(row, 'dbType'),
          length: readCount(row, 'dbLength'),
          scale: readCount(row, 'dbPointLength'),
        })
  if (!typed) throw refuse('ONLINE_FIELD_TYPE', { values: { name, type: showType.slice(0, 40) } })
  const type = String(typed.type)
  const key = stored && getColumnName(stored) === column ? stored.key : keyOfColumn(column)
  const isHidden = type === 'hidden'
  const width = readCount(row, 'fieldLength')
  const rules = buildRules(row, stored)
  const field = withoutUndefined({
    key,
    title: isHidden && name === key ? undefined : name,
    ...typed,
    column: toSnake(key) === column ? undefined : column,
    width: width === undefined || width === DEFAULT_WIDTH || width === 0 ? undefined : width,
    persist: readFlag(row, 'dbIsPersist', true) ? undefined : false,
    ...readDefault(readRowText(row, 'fieldDefaultValue'), { name, type }),
    writeOnly: fieldValues.get(type)?.isSecret ? true : undefined,
    disabled: readFlag(row, 'isReadOnly') || undefined,
    isOrder: readFlag(row, 'sortFlag') || undefined,
    list: isHidden || readFlag(row, 'isShowList', true) ? undefined : false,
    form: isHidden || readFlag(row, 'isShowForm', true) ? undefined : false,
    href: readHref(readRowText(row, 'fieldHref'), name, level),
    validateRules: rules.length > 0 ? rules : undefined,
    ...(showType !== LINKED_VALUE && readSettings(type, row, { name, links, stored })),
  }) as unknown as Field
  return { ...field, ...readQuery(row, field, name) } as Field
}
