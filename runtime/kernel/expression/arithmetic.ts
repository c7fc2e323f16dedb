import { type Big, toBig } from '../decimal.ts'
import { isBlank } from '../json.ts'
import { addDays } from '../time.ts'
import type { Arithmetic, Value } from './node.ts'

const MAX_DIGITS = 60
const places = 40

/** Limits the size of a number: null beyond 60 digits before the point; after the point 40 digits are kept. */
export function settle(number: Big): Big | null {
  if (number.e > MAX_DIGITS) return null
  return number.c.length - number.e - 1 > places ? number.round(places) : number
}

/** Thrown by a division by zero: the whole expression that contains it has no value. */
export const divisionByZero = new Error('division by zero')

/** An operand as a decimal; a blank one counts as 0 where numbers are added or subtracted. */
const readOperand = (operator: Arithmetic, value: Value): Big | null =>
  toBig(isBlank(value) && (operator === '+' || operator === '-') ? 0 : value)

/**
 * Decimal arithmetic. A blank operand of a product, and text that is no number, give null; a date plus or minus a
 * number is the date that many days later or earlier. Throws `divisionByZero`.
 */
export function calculate(operator: Arithmetic, left: Value, right: Value): Value {
  const [a, b] = [readOperand(operator, left), readOperand(operator, right)]
  if (!a && b && typeof left === 'string' && (operator === '+' || operator === '-')) {
    return addDays(left, (operator === '+' ? b : b.neg()).toNumber())
  }
  if (!a || !b) return null
  if ((operator === '/' || operator === '%') && b.eq(0)) throw divisionByZero
  switch (operator) {
    case '+':
      return settle(a.plus(b))
    case '-':
      return settle(a.minus(b))
    case '*':
      return settle(a.times(b))
    case '/':
      return settle(a.div(b))
    case '%':
      return settle(a.mod(b))
  }
}
