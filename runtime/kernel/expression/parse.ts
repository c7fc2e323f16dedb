import jsep from 'jsep'
import { toBig, toPlain } from '../decimal.ts'
import { memoize } from '../memo.ts'
import { type Parsed, parsed, refused } from '../problem.ts'
import { isSafeKey } from '../text/names.ts'
import { functions } from './functions.ts'
import type { BinaryOperator, Expression, Node } from './node.ts'

const MAX_LENGTH = 2000
const MAX_DEPTH = 32

// jsep stores its operators globally; this module is the only one that imports it.
for (const operator of ['|', '^', '&', '<<', '>>', '>>>', '**', '??']) jsep.removeBinaryOp(operator)
jsep.removeUnaryOp('~')
jsep.addUnaryOp('not')
jsep.addBinaryOp('or', 1)
jsep.addBinaryOp('and', 2)
jsep.addBinaryOp('in', 7)

const binaryOperators = new Map<string, BinaryOperator>([
  ...(['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', 'and', 'or', 'in'] as const).map(
    (operator) => [operator, operator] as const,
  ),
  ['===', '=='],
  ['!==', '!='],
  ['&&', 'and'],
  ['||', 'or'],
])

class Refusal extends Error {}
const refuse = (text: string): never => {
  throw new Refusal(text)
}

/** Parses an expression, or gives the reason in Chinese. Results are memoized by text. */
export const parseExpression: (text: string) => Parsed<Expression> = memoize(1000, (text) => {
  if (text.length > MAX_LENGTH) return refused(`表达式过长，最多 ${MAX_LENGTH} 个字符`)
  if (text.trim() === '') return refused('表达式为空')
  try {
    const tree = jsep(text)
    const names = new Set<string>()
    const node = read(tree, names, 1)
    if (flatten(tree) !== text.replace(outsideStrings, '$1')) refuse('表达式的逗号或分号有误')
    return parsed({ source: text, names: [...names], node })
  } catch (error) {
    return refused(error instanceof Refusal ? error.message : syntaxText(error, text))
  }
})

function syntaxText(error: unknown, text: string): string {
  const at =
    typeof error === 'object' && error !== null && 'index' in error ? Number(error.index) : Number.NaN
  if (Number.isNaN(at)) return '表达式无法读取'
  return at < text.length ? `表达式第 ${at + 1} 个字符处有误` : '表达式不完整'
}

function read(raw: jsep.Expression, names: Set<string>, depth: number): Node {
  if (depth > MAX_DEPTH) return refuse(`表达式嵌套过深，最多 ${MAX_DEPTH} 层`)
  const inner = (child: jsep.Expression) => read(child, names, depth + 1)
  const node = raw as jsep.CoreExpression
  switch (node.type) {
    case 'Literal':
      return literal(node)
    case 'Identifier':
    case 'MemberExpression': {
      const path = readPath(node)
      names.add(path.join('.'))
      return { kind: 'name', path }
    }
    case 'ArrayExpression':
      return {
        kind: 'list',
        items: node.elements.map((item) => (item ? inner(item) : refuse('列表中有空缺的成员'))),
      }
    case 'UnaryExpression': {
      const operator = node.operator === '!' ? 'not' : node.operator
      if (operator !== '-' && operator !== '+' && operator !== 'not') return refuse(`不能使用 ${operator}`)
      return { kind: 'unary', operator, operand: inner(node.argument) }
    }
    case 'BinaryExpression':
      return binary(node, inner)
    case 'ConditionalExpression':
      return { kind: 'if', test: inner(node.test), yes: inner(node.consequent), no: inner(node.alternate) }
    case 'CallExpression':
      return call(node, inner)
    case 'SequenceExpression':
      return refuse('列表请写成 [a, b]')
    default:
      return refuse(node.type === 'Compound' ? '一个表达式只能写一个式子' : '表达式中有不允许的写法')
  }
}

function literal({ value, raw }: jsep.Literal): Node {
  if (value === null || typeof value === 'string' || typeof value === 'boolean')
    return { kind: 'literal', value }
  const number = toBig(raw) ?? refuse(`数字 ${raw} 请写成普通小数`)
  const plain = toPlain(number)
  return { kind: 'literal', value: typeof plain === 'number' ? plain : number }
}

function readPath(raw: jsep.Expression): string[] {
  const node = raw as jsep.CoreExpression
  if (node.type === 'MemberExpression') {
    if (node.computed || node.optional) refuse('只能用点号读取字段，例如 items.fnum')
    return [...readPath(node.object), ...readPath(node.property)]
  }
  if (node.type !== 'Identifier') return refuse('只能读取字段，不能读取计算结果的成员')
  return isSafeKey(node.name) ? [node.name] : refuse(`名称 ${node.name} 不允许使用`)
}

function binary(node: jsep.BinaryExpression, inner: (child: jsep.Expression) => Node): Node {
  const operator = binaryOperators.get(node.operator) ?? refuse(`不能使用 ${node.operator}`)
  const [left, right] = [inner(node.left), inner(node.right)]
  const joins = operator === 'and' || operator === 'or'
  const isMark = node.left.type === 'UnaryExpression' && node.left.operator === '!'
  // `not a == b` means not (a == b); jsep binds every unary operator to the next operand alone.
  if (!joins && !isMark && left.kind === 'unary' && left.operator === 'not') {
    return { ...left, operand: { kind: 'binary', operator, left: left.operand, right } }
  }
  return { kind: 'binary', operator, left, right }
}

function call(node: jsep.CallExpression, inner: (child: jsep.Expression) => Node): Node {
  const name = node.callee.type === 'Identifier' ? String(node.callee.name) : refuse('只能调用列出的函数')
  const args = node.arguments.map(inner)
  const [first, second, third] = args
  if (name === 'if' && first && second && third && args.length === 3) {
    return { kind: 'if', test: first, yes: second, no: third }
  }
  if (name === 'in' && first && second && args.length === 2) {
    return { kind: 'binary', operator: 'in', left: first, right: second }
  }
  const definition = functions.get(name)
  if (!definition && name !== 'if' && name !== 'in') return refuse(`没有函数 ${name}`)
  if (!definition || args.length < definition.arity[0] || args.length > definition.arity[1]) {
    return refuse(`函数 ${name} 的参数个数不对`)
  }
  return { kind: 'call', name, args }
}

const outsideStrings = /("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*')|[\s()]/g

/**
 * The tree as text without spaces and brackets. jsep forgives stray separators (`a;`, `max(a b)`); comparing this
 * with the source finds them.
 */
function flatten(raw: jsep.Expression): string {
  const node = raw as jsep.CoreExpression
  switch (node.type) {
    case 'Literal':
      return node.raw
    case 'Identifier':
      return node.name
    case 'MemberExpression':
      return `${flatten(node.object)}.${flatten(node.property)}`
    case 'ArrayExpression':
      return `[${node.elements.map((item) => (item ? flatten(item) : '')).join(',')}]`
    case 'UnaryExpression':
      return node.operator + flatten(node.argument)
    case 'BinaryExpression':
      return flatten(node.left) + node.operator + flatten(node.right)
    case 'ConditionalExpression':
      return `${flatten(node.test)}?${flatten(node.consequent)}:${flatten(node.alternate)}`
    case 'CallExpression':
      return flatten(node.callee) + node.arguments.map(flatten).join(',')
    default:
      return ''
  }
}
