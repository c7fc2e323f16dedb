import { parseExpression } from '#runtime/kernel/expression.ts'
import type { Path, Report } from './report.ts'

/** The names that are known before any record is loaded. */
const environment = new Set(['user', 'today', 'now'])

/** Checks a literal, or an expression `=…` that reads the environment only. */
export function checkDefault(report: Report, at: Path, value: unknown): void {
  if (typeof value !== 'string' || !value.startsWith('=')) return
  const read = parseExpression(value.slice(1))
  if (!read.ok) {
    report(at, { code: 'BAD_EXPRESSION', text: `表达式写错了：${read.text}` })
    return
  }
  const unknown = read.value.names.find((name) => !environment.has(name.split('.')[0] ?? ''))
  if (unknown === undefined) return
  const text = `这里的表达式只能用 user、today()、now()，没有 ${unknown}`
  report(at, { code: 'UNKNOWN_NAME', text, word: unknown, words: environment })
}
