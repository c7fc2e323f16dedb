import { sql } from 'kysely'
import { type FailedStep, failedStep, ruleSteps } from '#runtime/rules/check-rule.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Db } from '../../platform/store/database.ts'
import { compilePattern } from '../../records/read/pattern.ts'

/** A failed rule has a message of its own. */
export const refuseRule = defineRefusals({
  CHECK_RULE_UNKNOWN: '该编码不存在',
  CHECK_RULE_FAILED: '值不符合编码规则',
})

/** Checks a value by the rule of a code: undefined for an unknown code, null for a valid value. */
export async function askRule(
  db: Db,
  ruleCode: string,
  value: string,
): Promise<FailedStep | null | undefined> {
  const { rows } = await sql<{ rule_json: string | null }>`
    select rule_json from sys_check_rule where rule_code = ${ruleCode}`.execute(db)
  const [rule] = rows
  return rule ? failedStep(value, ruleSteps(rule.rule_json), compilePattern) : undefined
}
