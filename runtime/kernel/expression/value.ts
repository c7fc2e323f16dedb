import { type Big, toBig } from '../decimal.ts'
import { isEmpty } from '../json.ts'
import { formatDateTime } from '../time.ts'
import type { Value } from './node.ts'

/** A value of the scope as plain data: no function, no object, no reachable prototype. */
export function toValue(raw: unknown): Value {
  if (raw === null || raw === undefined) return null
  if (typeof raw === 'string' || typeof raw === 'boolean') return raw
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null
  if (Array.isArray(raw)) return raw.map(toValue)
  const number = toBig(raw)
  if (number) return number
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : formatDateTime(raw)
  return typeof raw === 'object' ? true : null
}

/** Whether a result is true: not empty, not false, not zero. */
export const isTrue = (value: Value): boolean =>
  !isEmpty(value) && value !== false && !(typeof value !== 'string' && toBig(value)?.eq(0))

/** The value as text: '' for null, plain decimals, lists joined by commas. */
export function formatValue(value: Value): string {
  if (Array.isArray(value)) return value.map(formatValue).join(',')
  if (value === null) return ''
  return typeof value === 'string' ? value : (toBig(value)?.toFixed() ?? String(value))
}

/** Both operands as decimals; null if one is no number, or if both are texts: '1.0' and '1' are different texts. */
function decimals(a: Value, b: Value): [Big, Big] | null {
  if (typeof a === 'string' && typeof b === 'string') return null
  const [left, right] = [toBig(a), toBig(b)]
  return left && right ? [left, right] : null
}

/** Doubles have the same order as the decimals they are written as, so two of them are compared as doubles. */
const areNumbers = (a: Value, b: Value): boolean =>
  typeof a === 'number' && typeof b === 'number' && Number.isFinite(a) && Number.isFinite(b)

/** Equality in conditions: two empty values are equal, numbers are compared by value, other values by text. */
export function isSame(a: Value, b: Value): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (areNumbers(a, b)) return a === b
  const pair = decimals(a, b)
  return pair ? pair[0].eq(pair[1]) : formatValue(a) === formatValue(b)
}

/** -1, 0 or 1; null without an order: an empty operand, or kinds that cannot be compared. */
export function compare(a: Value, b: Value): number | null {
  if (isEmpty(a) || isEmpty(b)) return null
  if (areNumbers(a, b) || (typeof a === 'string' && typeof b === 'string')) {
    const [left, right] = [a as string, b as string]
    return left < right ? -1 : left > right ? 1 : 0
  }
  const pair = decimals(a, b)
  return pair ? pair[0].cmp(pair[1]) : null
}

/** The members of a list, or of comma-joined text. */
export function listMembers(value: Value): Value[] {
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? listMembers(item) : [item]))
  if (typeof value === 'string') return value === '' ? [] : value.split(',').map((part) => part.trim())
  return value === null ? [] : [value]
}
