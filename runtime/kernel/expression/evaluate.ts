import { toBig } from '../decimal.ts'
import { isBlank, isEmpty } from '../json.ts'
import { calculate, divisionByZero } from './arithmetic.ts'
import { functions } from './functions.ts'
import type { BinaryOperator, Comparison, Expression, Node, Scope, Value } from './node.ts'
import { compare, isSame, isTrue, listMembers, toValue } from './value.ts'

/**
 * The value of an expression. Total: never throws unless the scope does. A product with null, and a comparison
 * of order with null, give null, so that an unknown condition is neither true nor false; a division by zero in it leaves
 * the whole expression without a value.
 */
export const evaluate = (expression: Expression, scope: Scope): Value => attempt(expression, scope) ?? null

/** Whether an expression has no value because it divides by zero. */
export const isDividedByZero = (expression: Expression, scope: Scope): boolean =>
  attempt(expression, scope) === undefined

/** The value of an expression; undefined if it divides by zero. */
function attempt({ node }: Expression, scope: Scope): Value | undefined {
  try {
    return valueAt(node, scope)
  } catch (error) {
    if (error === divisionByZero) return undefined
    throw error
  }
}

/** The value of one node of the tree. */
export function valueAt(node: Node, scope: Scope): Value {
  switch (node.kind) {
    case 'literal':
      return node.value
    case 'name':
      return toValue(scope(node.path))
    case 'list':
      return node.items.map((item) => valueAt(item, scope))
    case 'if':
      return valueAt(isTrue(valueAt(node.test, scope)) ? node.yes : node.no, scope)
    case 'unary': {
      const value = valueAt(node.operand, scope)
      if (node.operator === 'not') return !isTrue(value)
      const number = toBig(value)
      return number && node.operator === '-' ? number.neg() : number
    }
    case 'call':
      return (
        functions.get(node.name)?.run(
          node.args.map((arg) => valueAt(arg, scope)),
          scope,
        ) ?? null
      )
    case 'binary':
      return binary(node.operator, node.left, node.right, scope)
  }
}

function binary(operator: BinaryOperator, leftNode: Node, rightNode: Node, scope: Scope): Value {
  const left = valueAt(leftNode, scope)
  if (operator === 'and') return isTrue(left) ? valueAt(rightNode, scope) : left === null ? null : false
  if (operator === 'or') return isTrue(left) ? left : valueAt(rightNode, scope)
  const right = valueAt(rightNode, scope)
  switch (operator) {
    case '+':
    case '-':
      // A blank day is no number: the day after it is not known.
      return isBlank(left) && isMoment(leftNode, scope) ? null : calculate(operator, left, right)
    case '*':
    case '/':
    case '%':
      return calculate(operator, left, right)
    case 'in':
      return !isEmpty(left) && listMembers(right).some((member) => isSame(member, left))
    default:
      return comparison(operator, left, right)
  }
}

/** The functions that give a day where an argument is one. */
const momentFunctions: ReadonlySet<string> = new Set(['min', 'max', 'addMonths', 'endOfMonth'])

/** Whether a node gives days or times, by the names in it. */
function isMoment(node: Node, scope: Scope): boolean {
  switch (node.kind) {
    case 'name':
      return scope.findKind?.(node.path) === 'moment'
    case 'binary':
      return isMoment(node.left, scope)
    case 'if':
      return isMoment(node.yes, scope) || isMoment(node.no, scope)
    case 'call':
      return momentFunctions.has(node.name) && node.args.some((arg) => isMoment(arg, scope))
    default:
      return false
  }
}

function comparison(operator: Comparison, left: Value, right: Value): boolean | null {
  if (operator === '==') return isSame(left, right)
  if (operator === '!=') return !isSame(left, right)
  const order = compare(left, right)
  if (order === null) return null
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}
