import { isJsonObject } from '../kernel/json.ts'
import type { Tester } from './patterns.ts'

/** One step of a check rule: a pattern for the next `digits` characters, or (`*`) for the whole value. */
export interface RuleStep {
  digits: number | '*'
  pattern: string
  message: string
}

/** The step that a value fails, and the checked part of the value. */
export interface FailedStep extends RuleStep {
  beginIndex: number
  endIndex: number
  checkValue: string
  passed: false
}

/** The steps in the JSON text of a rule; none of an empty text. Throws for a text that is no list. */
export function ruleSteps(json: string | null): RuleStep[] {
  if (json === null || json.trim() === '') return []
  const read: unknown = JSON.parse(json)
  if (!Array.isArray(read)) throw new Error('no array')
  return read.filter(isJsonObject).map(({ digits, pattern, message }) => ({
    digits: digits === '*' ? '*' : Number(digits),
    pattern: String(pattern ?? ''),
    message: String(message ?? ''),
  }))
}

/**
 * Applies the steps from left to right on slices of the value; the rest after the last slice is not checked. An empty
 * value passes. Throws for a pattern that `compile` does not support.
 */
export function failedStep(
  value: string,
  steps: readonly RuleStep[],
  compile: (pattern: string) => Tester,
): FailedStep | null {
  if (value === '') return null
  let begin = 0
  for (const step of steps) {
    const isWhole = step.digits === '*'
    const beginIndex = isWhole ? 0 : begin
    const endIndex = step.digits === '*' ? value.length : Math.min(begin + step.digits, value.length)
    if (!isWhole) begin = endIndex
    const checkValue = value.slice(beginIndex, endIndex)
    if (!compile(step.pattern).test(checkValue))
      return { ...step, beginIndex, endIndex, checkValue, passed: false }
  }
  return null
}
