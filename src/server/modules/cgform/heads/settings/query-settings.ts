import { fieldValues } from '#runtime/fields/values.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { queryRule } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'
import { bit, readFlag, readRowText, withoutUndefined } from '../../../../reports/row-values.ts'
import { formatValue, valueFrom } from './default-value.ts'

const refuse = defineRefusals({
  ONLINE_QUERY_CONTROL:
    '字段「{name}」的查询配置不能另选控件、字典或校验（{word}）：查询用字段自己的控件和字典，请改字段的，或另加一个字段',
})

/** The mode of a query in online forms. */
export const getQueryMode = (rule: string | null): string =>
  rule === 'range' ? 'group' : rule === 'like' ? 'like' : 'single'

/** The query columns of a field's row; `fieldColumns` are its type and its dictionary in the words of online forms. */
export function queryColumns(field: Field, fieldColumns: JsonObject): JsonObject {
  const rule = queryRule(field, fieldValues)
  const view = isJsonObject(field.query) ? field.query : undefined
  const configured = (word: string) => (view ? (fieldColumns[word] ?? '') : '')
  return {
    isQuery: bit(rule !== null),
    queryMode: getQueryMode(rule),
    queryConfigFlag: String(bit(view !== undefined)),
    queryShowType: configured('fieldShowType'),
    queryDictTable: configured('dictTable'),
    queryDictField: configured('dictField'),
    queryDictText: configured('dictText'),
    queryDefVal: formatValue(view?.defaultValue),
    queryValidType: '',
    queryMustInput: String(bit(view?.required === true)),
  }
}

/** The words of a query with settings of its own, with those of the field that they may only repeat. */
const repeated = {
  queryShowType: 'fieldShowType',
  queryDictTable: 'dictTable',
  queryDictField: 'dictField',
  queryDictText: 'dictText',
} as const

/** The query of a field from its row. */
export function readQuery(row: JsonObject, field: Field, name: string): JsonObject {
  const isOwn = readFlag(row, 'queryConfigFlag')
  if (!isOwn && !readFlag(row, 'isQuery')) return {}
  const mode = readRowText(row, 'queryMode')
  const wanted = mode === 'group' ? 'range' : mode === 'like' ? 'like' : 'single'
  const automatic = queryRule({ ...field, query: true }, fieldValues)
  const isAutomatic = wanted === 'range' ? automatic === 'range' : wanted === 'single' && automatic === 'in'
  const rule = isAutomatic ? undefined : wanted === 'single' ? 'eq' : wanted
  if (!isOwn) return { query: rule ?? true }
  const other = Object.entries(repeated).find(
    ([word, fieldWord]) =>
      readRowText(row, word) !== '' && readRowText(row, word) !== readRowText(row, fieldWord),
  )
  const word = other?.[0] ?? (readRowText(row, 'queryValidType') === '' ? undefined : 'queryValidType')
  if (word !== undefined) throw refuse('ONLINE_QUERY_CONTROL', { values: { name, word } })
  return {
    query: withoutUndefined({
      rule,
      defaultValue: valueFrom(readRowText(row, 'queryDefVal'), { name, type: field.type }),
      required: readFlag(row, 'queryMustInput') || undefined,
    }),
  }
}
