import { isJsonObject } from '#runtime/kernel/json.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { RecordHook } from '../../records/hooks.ts'
import { compilePattern } from '../../records/pattern.ts'

const refuse = defineRefusals({
  CHECK_RULE_NO_LIST: '规则应为 JSON 列表，如 [{"digits":"*","pattern":"^[0-9]+$","message":"只能填写数字"}]',
  CHECK_RULE_DIGITS: '第 {place} 条规则的位数应为正整数或 *',
  CHECK_RULE_PATTERN: '第 {place} 条规则的正则表达式不能使用：{reason}',
  CHECK_RULE_MESSAGE: '第 {place} 条规则没有提示文本',
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
  const steps = readSteps(text)
  if (!steps?.every(isJsonObject)) throw refuse('CHECK_RULE_NO_LIST')
  for (const [at, { digits, pattern, message }] of steps.filter(isJsonObject).entries()) {
    const place = at + 1
    if (digits !== '*' && !(Number.isInteger(Number(digits)) && Number(digits) > 0))
      throw refuse('CHECK_RULE_DIGITS', { values: { place } })
    if (typeof message !== 'string' || message === '')
      throw refuse('CHECK_RULE_MESSAGE', { values: { place } })
    try {
      compilePattern(String(pattern ?? ''))
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      throw refuse('CHECK_RULE_PATTERN', { values: { place, reason } })
    }
  }
}

export const checkRuleHook: RecordHook = {
  name: 'check.rule',
  async beforeSave({ after }) {
    if (typeof after.ruleJson === 'string' && after.ruleJson !== '') requireRule(after.ruleJson)
  },
}
