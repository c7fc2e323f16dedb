import { sql } from 'kysely'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Db } from '../../platform/store/database.ts'
import { compilePattern } from '../../records/pattern.ts'

/** One step of a rule: a pattern for the next `digits` characters, or (`*`) for the whole value. */
interface Step {
  digits: number | '*'
  pattern: string
  message: string
}

/** The step that a value fails, and the checked part of the value. */
export interface Failure extends Step {
  beginIndex: number
  endIndex: number
  checkValue: string
  passed: false
}

/** A failed rule has a message of its own. */
export const refuseRule = defineRefusals({
  CHECK_RULE_UNKNOWN: '该编码不存在',
  CHECK_RULE_FAILED: '值不符合编码规则',
})

function stepsOf(text: string): Step[] {
  const read: unknown = JSON.parse(text)
  if (!Array.isArray(read)) throw new Error('no array')
  return read.filter(isJsonObject).map(({ digits, pattern, message }) => ({
    digits: digits === '*' ? '*' : Number(digits),
    pattern: String(pattern ?? ''),
    message: String(message ?? ''),
  }))
}

/** Applies the steps from left to right on slices of the value; the rest after the last slice is not checked. */
export function failureOf(value: string, ruleJson: string): Failure | null {
  let begin = 0
  for (const step of stepsOf(ruleJson)) {
    const isWhole = step.digits === '*'
    const beginIndex = isWhole ? 0 : begin
    const endIndex = step.digits === '*' ? value.length : Math.min(begin + step.digits, value.length)
    if (!isWhole) begin = endIndex
    const checkValue = value.slice(beginIndex, endIndex)
    if (!compilePattern(step.pattern).test(checkValue))
      return { ...step, beginIndex, endIndex, checkValue, passed: false }
  }
  return null
}

/** Checks a value by the rule of a code: undefined for an unknown code, null for a valid value. */
export async function askRule(db: Db, ruleCode: string, value: string): Promise<Failure | null | undefined> {
  const { rows } = await sql<{ rule_json: string | null }>`
    select rule_json from sys_check_rule where rule_code = ${ruleCode}`.execute(db)
  const [rule] = rows
  if (!rule) return undefined
  return value === '' || !rule.rule_json ? null : failureOf(value, rule.rule_json)
}
