import { toBig } from '../decimal.ts'
import { isEmpty } from '../json.ts'
import { calculate } from './arithmetic.ts'
import { functions } from './functions.ts'
import type { BinaryOperator, Comparison, Expression, Node, Scope, Value } from './node.ts'
import { compare, isSame, isTrue, listMembers, toValue } from './value.ts'

/**
 * The value of an expression. Total: never throws unless the scope does. Arithmetic with null, and a comparison
 * of order with null, give null, so that an unknown condition is neither true nor false.
 */
export const evaluate = (expression: Expression, scope: Scope): Value => valueAt(expression.node, scope)

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

function comparison(operator: Comparison, left: Value, right: Value): boolean | null {
  if (operator === '==') return isSame(left, right)
  if (operator === '!=') return !isSame(left, right)
  const order = compare(left, right)
  if (order === null) return null
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}
