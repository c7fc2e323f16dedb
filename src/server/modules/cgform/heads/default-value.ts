import { defineRefusals } from '../../../platform/http/refusals.ts'

const refuse = defineRefusals({
  ONLINE_DEFAULT_SCRIPT: '字段「{name}」的缺省值不能写脚本，请写固定的值或表达式，如 =today()',
  ONLINE_DEFAULT_RULE: '字段「{name}」的缺省值不能写编码规则，请在设计器里用自动编号',
})

/** System variables of online forms (contract, section 18.4), and the expressions of documents for them. */
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

/** The default of a field as online forms write it. */
export const defaultWordOf = (value: unknown): string =>
  typeof value === 'string'
    ? (words[value] ?? value)
    : value === undefined || value === null
      ? ''
      : String(value)

/** The default of a field from its text in an online form; a number where the field stores numbers. Refuses scripts. */
export function defaultValueOf(text: string, name: string, isNumber: boolean): string | number | undefined {
  if (text === '') return undefined
  if (text.includes('{{')) throw refuse('ONLINE_DEFAULT_SCRIPT', { values: { name } })
  if (text.includes('${')) throw refuse('ONLINE_DEFAULT_RULE', { values: { name } })
  const expression = variables[text] ?? otherSpellings[text]
  if (expression !== undefined) return expression
  return isNumber && /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text
}
