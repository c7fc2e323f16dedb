import type { ResultType } from '#runtime/kernel/expression/result.ts'
import { walkNodes } from '#runtime/kernel/expression/walk.ts'
import { isMet, parseExpression } from '#runtime/kernel/expression.ts'
import { asText } from '#runtime/kernel/json.ts'
import type { FieldsContext } from '../../checks/context.ts'
import { checkExpression, checkValue, listResultTypes } from '../../checks/expressions/expressions.ts'
import type { Path, Report } from '../../checks/report.ts'

/** Types of results that a person can read as yes or no; a text of a choice is none. */
const isCondition = (type: ResultType): boolean => type === 'boolean' || type === 'any'
const isDay = (type: ResultType): boolean => ['date', 'datetime', 'any', 'edited'].includes(type)
const isName = (type: ResultType): boolean => ['text', 'edited', 'any'].includes(type)

/** Runs a check; whether it has reported nothing. */
function isSound(report: Report, check: (report: Report) => void): boolean {
  let sound = true
  const watched: Report = (path, finding) => {
    sound = false
    report(path, finding)
  }
  watched.refer = report.refer
  check(watched)
  return sound
}

/** Checks an expression of which no result would serve. */
function checkTyped(
  context: FieldsContext,
  path: Path,
  text: string,
  serves: (type: ResultType) => boolean,
  finding: string,
): boolean {
  const { head, report } = context
  const sound = isSound(report, (watched) =>
    checkExpression({ ...context, report: watched }, head, path, text, 'bare'),
  )
  if (!sound) return false
  const types = listResultTypes(context, head, text, 'bare')
  if (types.length === 0 || types.some(serves)) return true
  report(path, { code: 'BAD_EXPRESSION', text: finding })
  return false
}

/** Whether a condition reads nothing that changes, and what it always is. */
function constantResult(text: string): boolean | undefined {
  const read = parseExpression(text)
  if (!read.ok || read.value.names.length > 0) return undefined
  const isOfToday = [...walkNodes(read.value.node)].some(
    (node) => node.kind === 'call' && (node.name === 'today' || node.name === 'now'),
  )
  return isOfToday ? undefined : isMet(read.value, () => undefined) === true
}

/** Checks a condition of a record. */
export function checkWhen(context: FieldsContext, path: Path, when: unknown): void {
  const text = asText(when)
  if (text === undefined) return
  if (!checkTyped(context, path, text, isCondition, '不是条件，请写成比较，如 ftotal >= 10000')) return
  const result = constantResult(text)
  if (result === undefined) return
  const finding = result ? '条件总是成立，等于没有写' : '条件总不成立，永远走不到'
  context.report(path, { code: 'BAD_VALUE', text: `${finding}，请改成看字段的条件，或删去` })
}

/** Checks the day until which a step waits. */
export function checkUntil(context: FieldsContext, path: Path, until: unknown): void {
  const text = asText(until)
  if (text !== undefined)
    checkTyped(context, path, text, isDay, '算出的不是日期，请写日期字段，或 addMonths(日期, 1) 之类')
}

/** Checks a name of an account, or an expression after `=` that gives one. */
export function checkAccount(context: FieldsContext, path: Path, value: string): void {
  const { head, report } = context
  const sound = isSound(report, (watched) =>
    checkValue({ ...context, report: watched }, head, path, value, 'bare'),
  )
  if (!sound || !value.startsWith('=')) return
  const types = listResultTypes(context, head, value.slice(1), 'bare')
  if (types.length === 0 || types.some(isName)) return
  report(path, { code: 'BAD_EXPRESSION', text: '算出的不是账号，请写存账号的字段，如 =createBy' })
}
