import { fieldValues } from '#runtime/fields/values.ts'
import type { Field } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../../../platform/http/refusals.ts'

const refuse = defineRefusals({
  ONLINE_DEFAULT_SCRIPT: '字段「{name}」的缺省值不能写脚本，请写固定的值或表达式，如 =today()',
  ONLINE_DEFAULT_MIXED:
    "字段「{name}」的缺省值「{value}」看不懂，请写固定的值、一个变量、一个编码规则，或表达式，如 =concat('RK', today())",
})

/** System variables of online forms (docs/http.md, "Default values"), and the expressions of documents for them. */
const variables: Readonly<Record<string, string>> = {
  '#{date}': '=today()',
  '#{datetime}': '=now()',
  '#{sysUserId}': '=user.id',
  '#{sysUserCode}': '=user.username',
  '#{sysUserName}': '=user.realname',
  '#{sysOrgCode}': '=user.orgCode',
}
const otherSpellings: Readonly<Record<string, string>> = {
  '#{sys_user_code}': '=user.username',
  '#{sys_org_code}': '=user.orgCode',
}
const words: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(variables).map(([word, expression]) => [expression, word]),
)
const TIME = '#{time}'
const isTime = (type: string): boolean => fieldValues.get(type)?.dataType === 'time'
const ruleWord = /^\$\{[A-Za-z]\w*\}$/

/** A value that is used where there is no other, as online forms write it. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string'
    ? (words[value] ?? value)
    : value === undefined || value === null
      ? ''
      : String(value)

/** The default of a field as online forms write it. */
export function formatDefault({
  type,
  defaultValue,
  auto,
}: Pick<Field, 'type' | 'defaultValue' | 'auto'>): string {
  if (auto !== undefined && ruleWord.test(auto)) return auto
  return isTime(type) && defaultValue === '=now()' ? TIME : formatValue(defaultValue)
}

/** Where a value of an online form is used. */
interface Place {
  /** The title of the field. */
  name: string
  /** The type of the field. */
  type: string
}

/** A value from its text in an online form; a number where the field stores numbers. Refuses scripts. */
export function valueFrom(text: string, { name, type }: Place): string | number | undefined {
  if (text === '') return undefined
  if (text.includes('{{')) throw refuse('ONLINE_DEFAULT_SCRIPT', { values: { name } })
  const expression = isTime(type) && text === TIME ? '=now()' : (variables[text] ?? otherSpellings[text])
  if (expression !== undefined) return expression
  if (
    text.includes('${') ||
    [TIME, ...Object.keys({ ...variables, ...otherSpellings })].some((word) => text.includes(word))
  )
    throw refuse('ONLINE_DEFAULT_MIXED', { values: { name, value: text.slice(0, 60) } })
  return fieldValues.get(type)?.dataType === 'number' && /^-?\d{1,15}(\.\d{1,10})?$/.test(text)
    ? Number(text)
    : text
}

/** The default of a field: a value, or the coding rule by which the server numbers new records. */
export const readDefault = (text: string, place: Place): Pick<Field, 'defaultValue' | 'auto'> =>
  ruleWord.test(text) ? { auto: text } : { defaultValue: valueFrom(text, place) }
