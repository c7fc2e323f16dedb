import { isJsonObject, listObjectEntries } from '#runtime/kernel/json.ts'
import { requirePattern } from '../../../documents/check/patterns.ts'
import { type FieldPlace, fieldPlaces, placesText } from '../../../documents/field-places.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { RecordHook } from '../../../records/effects/hooks.ts'

const refuse = defineRefusals({
  CHECK_RULE_NO_LIST: '规则应为 JSON 列表，如 [{"digits":"*","pattern":"^[0-9]+$","message":"只能填写数字"}]',
  CHECK_RULE_EMPTY: '规则里还没有一条校验，请至少添加一条再保存',
  CHECK_RULE_DIGITS: '第 {place} 条规则的位数应为正整数或 *',
  CHECK_RULE_PATTERN: '第 {place} 条规则的正则表达式不能使用：{reason}',
  CHECK_RULE_MESSAGE: '第 {place} 条规则没有提示文本',
  CHECK_RULE_CODE_USED: '规则编码「{code}」正被 {count} 个字段使用，不能修改：{places}',
  CHECK_RULE_USED: '「{name}」正被 {count} 个字段使用，不能删除：{places}',
})

const MAX_STEPS = 50

const readSteps = (text: string): unknown[] | null => {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) && read.length <= MAX_STEPS ? read : null
  } catch {
    return null
  }
}

/** Refuses a rule that no value could be checked by: it would fail every save that uses it. */
export function requireRule(text: string): void {
  const steps = text === '' ? [] : readSteps(text)
  if (!steps?.every(isJsonObject)) throw refuse('CHECK_RULE_NO_LIST')
  if (steps.length === 0) throw refuse('CHECK_RULE_EMPTY')
  for (const [at, { digits, pattern, message }] of steps.filter(isJsonObject).entries()) {
    const place = at + 1
    if (digits !== '*' && !(Number.isInteger(Number(digits)) && Number(digits) > 0))
      throw refuse('CHECK_RULE_DIGITS', { values: { place } })
    if (typeof message !== 'string' || message === '')
      throw refuse('CHECK_RULE_MESSAGE', { values: { place } })
    try {
      requirePattern(String(pattern ?? ''))
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      throw refuse('CHECK_RULE_PATTERN', { values: { place, reason } })
    }
  }
}

/** The fields whose values are checked by a rule. */
export const checkedFields = (db: Db, code: string): Promise<FieldPlace[]> =>
  fieldPlaces(db, ({ validateRules }) =>
    listObjectEntries(validateRules).some(([, rule]) => rule.ruleCode === code),
  )

/** Refuses a rule that no value could be checked by, and changes that leave fields without their rule. */
export const checkRuleHook: RecordHook = {
  name: 'check.rule',
  table: 'sys_check_rule',
  description:
    '校验规则：各步的位数、正则和提示写错时拒绝保存；有字段在用的规则不能改编码、不能删除。读 ruleCode、ruleName、ruleJson',
  async beforeSave({ trx, before, after }) {
    requireRule(String(after.ruleJson ?? ''))
    const code = String(before?.ruleCode ?? '')
    if (!before || after.ruleCode === code) return
    const places = await checkedFields(trx, code)
    if (places.length > 0)
      throw refuse('CHECK_RULE_CODE_USED', {
        values: { code, count: places.length, places: placesText(places) },
      })
  },
  async beforeRemove({ trx, records }) {
    for (const { ruleName, ruleCode } of records) {
      const places = await checkedFields(trx, String(ruleCode))
      if (places.length > 0)
        throw refuse('CHECK_RULE_USED', {
          values: { name: String(ruleName), count: places.length, places: placesText(places) },
        })
    }
  },
}
