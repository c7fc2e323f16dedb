import { type Big, toBig } from '../decimal.ts'
import { addDays } from '../time.ts'
import type { Arithmetic, Value } from './node.ts'

const MAX_DIGITS = 60
const places = 40

/** Keeps numbers within reach: beyond 60 digits before the point there is no result, after it 40 stay. */
export function settle(number: Big): Big | null {
  if (number.e > MAX_DIGITS) return null
  return number.c.length - number.e - 1 > places ? number.round(places) : number
}

/** Decimal arithmetic. Nothing, text that is no number, and division by zero give null; a date moves by days. */
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
