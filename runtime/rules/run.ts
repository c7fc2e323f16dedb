import { toBig } from '#runtime/kernel/decimal.ts'
import { isMet, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import type { ValidateRule } from '#runtime/schema/types.ts'
import { compilePattern, MAX_TESTED_LENGTH, shortcuts, type Tester } from './patterns.ts'

/** The environment of rules besides the value. */
export interface RuleEnv {
  scope: Scope
  /** How many rows of the column have the value; absent where uniqueness is checked elsewhere (head fields). */
  countInColumn?(value: unknown): number
  /** Compiles a pattern that is no shortcut; throws when it is none. The browser's own RegExp by default. */
  compilePattern?(source: string): Tester
}

/** The value as patterns see it: plain decimals, lists joined by commas. */
export function ruleText(value: unknown): string {
  if (typeof value === 'string') return value
  const text = String(value)
  // A number that prints without an exponent is a plain decimal already.
  if (typeof value === 'number' && !text.includes('e')) return text
  return toBig(value)?.toFixed() ?? text
}

/**
 * The message of the first rule that fails, in the order written (within one rule: required, unique, pattern, check);
 * null when all pass. Synchronous; `handler` and `ruleCode` rules are run by `runHandlers`, after these pass. An
 * empty value skips unique and pattern; a check with a missing operand passes.
 */
export function checkRules(
  value: unknown,
  rules: readonly ValidateRule[],
  title: string,
  env: RuleEnv,
): string | null {
  for (const rule of rules) {
    const fault = checkRule(value, rule, title, env)
    if (fault !== null) return fault
  }
  return null
}

function checkRule(value: unknown, rule: ValidateRule, title: string, env: RuleEnv): string | null {
  if (isEmpty(value)) {
    if (rule.required) return rule.message ?? `请输入${title}`
  } else {
    if (rule.unique && (env.countInColumn?.(value) ?? 0) > 1) return rule.message ?? `${title}不能重复`
    const fault = rule.pattern === undefined ? null : checkPattern(ruleText(value), rule.pattern, title, env)
    if (fault) return (fault.isBroken ? undefined : rule.message) ?? fault.text
  }
  return rule.check === undefined ? null : checkExpression(rule.check, rule.message, title, env.scope)
}

interface PatternFault {
  text: string
  /** The rule itself is wrong, so its message would mislead. */
  isBroken?: boolean
}

function checkPattern(text: string, pattern: string, title: string, env: RuleEnv): PatternFault | null {
  const shortcut = shortcuts.get(pattern)
  if (shortcut) return shortcut.pattern.test(text) ? null : { text: `${title}请输入${shortcut.expected}` }
  if (text.length > MAX_TESTED_LENGTH)
    return { text: `${title}最多 ${MAX_TESTED_LENGTH} 个字符`, isBroken: true }
  const tester = compile(pattern, env)
  if (!tester) return { text: `${title}的校验规则有误：${pattern}`, isBroken: true }
  return tester.test(text) ? null : { text: `${title}格式不正确` }
}

function compile(pattern: string, env: RuleEnv): Tester | null {
  if (!env.compilePattern) {
    const read = compilePattern(pattern)
    return read.ok ? read.value : null
  }
  try {
    return env.compilePattern(pattern)
  } catch {
    // A pattern that the compiler refuses is reported as the rule's fault, by the caller.
    return null
  }
}

function checkExpression(
  source: string,
  message: string | undefined,
  title: string,
  scope: Scope,
): string | null {
  const read = parseExpression(source)
  if (!read.ok) return `${title}的校验规则有误：${read.text}`
  return isMet(read.value, scope) !== false ? null : (message ?? `${title}不符合要求`)
}
