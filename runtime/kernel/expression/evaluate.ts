import { toBig } from '../decimal.ts'
import { isBlank, isEmpty } from '../json.ts'
import { calculate, divisionByZero } from './arithmetic.ts'
import { areEqual, isOn } from './equality.ts'
import { functions } from './functions.ts'
import type { BinaryOperator, Expression, NameKind, Node, Order, Scope, Value } from './node.ts'
import { compare, isTrue, listMembers, toValue } from './value.ts'

/**
 * The value of an expression. Total: never throws unless the scope does. A product with null, and a comparison
 * of order with null, give null, so that an unknown condition is neither true nor false; a division by zero in it leaves
 * the whole expression without a value.
 */
export const evaluate = ({ node }: Expression, scope: Scope): Value =>
  attempt(() => valueAt(node, scope)) ?? null

/** Whether an expression has no value because it divides by zero. */
export const isDividedByZero = ({ node }: Expression, scope: Scope): boolean =>
  attempt(() => valueAt(node, scope)) === undefined

/** Whether a condition is met, where a switch is true or false; null if that is not known. */
export function isMet({ node }: Expression, scope: Scope): boolean | null {
  const value = attempt(() => conditionAt(node, scope)) ?? null
  return value === null ? null : isTrue(value)
}

/** The result; undefined if it divides by zero. */
function attempt(run: () => Value): Value | undefined {
  try {
    return run()
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
      return readName(node.path, scope)
    case 'list':
      return node.items.map((item) => valueAt(item, scope))
    case 'if':
      return valueAt(branchAt(node, scope), scope)
    case 'unary': {
      if (node.operator === 'not') return !isTrue(conditionAt(node.operand, scope))
      const number = toBig(valueAt(node.operand, scope))
      return number && node.operator === '-' ? number.neg() : number
    }
    case 'call':
      return functions.get(node.name)?.run(listArguments(node, scope), scope) ?? null
    case 'binary':
      return binary(node.operator, node.left, node.right, scope)
  }
}

const branchAt = ({ test, yes, no }: Extract<Node, { kind: 'if' }>, scope: Scope): Node =>
  isTrue(conditionAt(test, scope)) ? yes : no

/** The value of a node that stands for a condition: a switch is true or false. */
function conditionAt(node: Node, scope: Scope): Value {
  if (node.kind === 'if') return conditionAt(branchAt(node, scope), scope)
  const value = valueAt(node, scope)
  const kind = findKind(node, scope)
  return kind?.is === 'flag' ? isOn(value, kind) : value
}

const findKind = (node: Node, scope: Scope): NameKind | undefined =>
  node.kind === 'name' ? scope.findKind?.(node.path) : undefined

function readName(path: readonly string[], scope: Scope): Value {
  const value = toValue(scope(path))
  if (!isBlank(value)) return value
  const kind = scope.findKind?.(path)
  return kind?.is === 'flag' ? kind.blank : value
}

/** The arguments of a call; several values are looked through as a list. */
const listArguments = ({ name, args }: Extract<Node, { kind: 'call' }>, scope: Scope): Value[] =>
  args.map((arg) => {
    const value = valueAt(arg, scope)
    return name === 'contains' && findKind(arg, scope)?.is === 'several' ? listMembers(value) : value
  })

function binary(operator: BinaryOperator, leftNode: Node, rightNode: Node, scope: Scope): Value {
  if (operator === 'and' || operator === 'or') {
    const left = conditionAt(leftNode, scope)
    if (operator === 'or') return isTrue(left) ? left : conditionAt(rightNode, scope)
    return isTrue(left) ? conditionAt(rightNode, scope) : left === null ? null : false
  }
  const [left, right] = [valueAt(leftNode, scope), valueAt(rightNode, scope)]
  switch (operator) {
    case '+':
    case '-':
      // A blank day is no number: the day after it is not known.
      return isBlank(left) && isMoment(leftNode, scope) ? null : calculate(operator, left, right)
    case '*':
    case '/':
    case '%':
      return calculate(operator, left, right)
    case '==':
    case '!=':
    case 'in': {
      const a = { value: left, kind: findKind(leftNode, scope) }
      const kind = findKind(rightNode, scope)
      if (operator !== 'in') return areEqual(a, { value: right, kind }) === (operator === '==')
      // A member of several values is a single one.
      const memberKind = kind?.is === 'several' ? undefined : kind
      return !isEmpty(left) && listMembers(right).some((value) => areEqual(a, { value, kind: memberKind }))
    }
    default:
      return comparison(operator, left, right)
  }
}

/** The functions that give a day where an argument is one. */
const momentFunctions: ReadonlySet<string> = new Set(['min', 'max', 'addMonths', 'endOfMonth', 'addWorkdays'])

/** Whether a node gives days or times, by the names in it. */
function isMoment(node: Node, scope: Scope): boolean {
  switch (node.kind) {
    case 'name':
      return findKind(node, scope)?.is === 'moment'
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

function comparison(operator: Order, left: Value, right: Value): boolean | null {
  const order = compare(left, right)
  if (order === null) return null
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}
