import { type Big, toBig } from '../decimal.ts'
import { addDays } from '../time.ts'
import type { Arithmetic, Value } from './node.ts'

const MAX_DIGITS = 60
const places = 40

/** Limits the size of a number: null beyond 60 digits before the point; after the point 40 digits are kept. */
export function settle(number: Big): Big | null {
  if (number.e > MAX_DIGITS) return null
  return number.c.length - number.e - 1 > places ? number.round(places) : number
}

/**
 * Decimal arithmetic. An empty operand, text that is no number, and division by zero give null; a date plus or minus a
 * number is the date that many days later or earlier.
 */
export function calculate(operator: Arithmetic, left: Value, right: Value): Value {
  const [a, b] = [toBig(left), toBig(right)]
  if (!a && b && typeof left === 'string' && (operator === '+' || operator === '-')) {
    return addDays(left, (operator === '+' ? b : b.neg()).toNumber())
  }
  if (!a || !b) return null
  switch (operator) {
    case '+':
      return settle(a.plus(b))
    case '-':
      return settle(a.minus(b))
    case '*':
      return settle(a.times(b))
    case '/':
      return b.eq(0) ? null : settle(a.div(b))
    case '%':
      return b.eq(0) ? null : settle(a.mod(b))
  }
}
