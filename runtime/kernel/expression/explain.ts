import { type Big, formatNumber, toBig } from '../decimal.ts'
import { evaluate, valueAt } from './evaluate.ts'
import { functions } from './functions.ts'
import type { BinaryOperator, Expression, Node, Scope, Value } from './node.ts'
import { parseExpression } from './parse.ts'

export interface Explained {
  /** With titles: `金额 ÷（税率% ÷ 100 + 1）`. */
  formula: string
  /** With this record's figures and the result: `1,720.00 ÷（13 ÷ 100 + 1）= 1,522.12`. */
  figures: string
}

/** Decimal places of the values of a name, and of the result; without them numbers are shown unchanged. */
export interface Scales {
  of?(name: string): number | undefined
  result?: number
}

const signs: Record<BinaryOperator, { sign: string; rank: number }> = {
  or: { sign: '或', rank: 1 },
  and: { sign: '且', rank: 2 },
  '==': { sign: '=', rank: 3 },
  '!=': { sign: '≠', rank: 3 },
  '<': { sign: '<', rank: 4 },
  '<=': { sign: '≤', rank: 4 },
  '>': { sign: '>', rank: 4 },
  '>=': { sign: '≥', rank: 4 },
  in: { sign: '属于', rank: 4 },
  '+': { sign: '+', rank: 5 },
  '-': { sign: '-', rank: 5 },
  '*': { sign: '×', rank: 6 },
  '/': { sign: '÷', rank: 6 },
  '%': { sign: '除余', rank: 6 },
}
const equalities: ReadonlySet<BinaryOperator> = new Set(['==', '!=', 'in'])
const unaryRank = 7
const shownItems = 3

/** A formula as people read it, once in titles and once in figures. */
export function explain(
  expression: Expression,
  scope: Scope,
  getTitle: (name: string) => string,
  scales: Scales = {},
): Explained {
  const formula = write(expression.node, 0, { nameText: (path) => getTitle(path.join('.')) })
  const figures = write(expression.node, 0, {
    nameText: (path) => show(valueAt({ kind: 'name', path }, scope), scales.of?.(path.join('.'))),
  })
  const result = show(evaluate(expression, scope), scales.result)
  return { formula: tighten(formula), figures: tighten(`${figures} = ${result}`) }
}

/**
 * An expression with titles; as it is written where it cannot be read. `findText` has the text of a value that is compared with
 * a name, undefined for a value that is text itself.
 */
export function explainText(
  text: string,
  getTitle: (name: string) => string,
  findText?: (name: string, value: string) => string | undefined,
): string {
  const read = parseExpression(text)
  if (!read.ok) return text
  const words: Words = {
    nameText: (path) => getTitle(path.join('.')),
    valueText: (path, value) => findText?.(path.join('.'), value),
  }
  return tighten(write(read.value.node, 0, words))
}

interface Words {
  nameText(path: readonly string[]): string
  /** The text of a value that is compared with a name. */
  valueText?(path: readonly string[], value: string): string | undefined
}

/** Full-width brackets include their own space. */
const tighten = (text: string): string => text.replace(/ ?（ ?/g, '（').replace(/ ?） ?/g, '）')

/** `compared` is the name with which the node is compared. */
function write(node: Node, above: number, words: Words, compared?: readonly string[]): string {
  const inner = (child: Node, rank = 0, name?: readonly string[]) => write(child, rank, words, name)
  const bracket = (text: string, rank: number) => (rank < above ? `（${text}）` : text)
  switch (node.kind) {
    case 'literal': {
      const value = typeof node.value === 'object' ? node.value?.toFixed() : node.value
      const text = compared && typeof value === 'string' ? words.valueText?.(compared, value) : undefined
      if (text !== undefined) return `「${text}」`
      return node.value === null || typeof node.value === 'object' ? plain(node.value) : show(node.value)
    }
    case 'name':
      return words.nameText(node.path)
    case 'list':
      return `[${node.items.map((item) => inner(item, 0, compared)).join('、')}]`
    case 'if':
      return bracket(`如果 ${inner(node.test, 1)} 则 ${inner(node.yes, 1)} 否则 ${inner(node.no, 1)}`, 0)
    case 'unary':
      return bracket(
        `${node.operator === 'not' ? '非 ' : node.operator}${inner(node.operand, unaryRank)}`,
        unaryRank,
      )
    case 'call':
      return `${functions.get(node.name)?.title ?? node.name}（${node.args.map((arg) => inner(arg)).join('、')}）`
    case 'binary': {
      const { sign, rank } = signs[node.operator]
      const nameIn = (other: Node) =>
        equalities.has(node.operator) && other.kind === 'name' ? other.path : undefined
      const left = inner(node.left, rank, nameIn(node.right))
      return bracket(`${left} ${sign} ${inner(node.right, rank + 1, nameIn(node.left))}`, rank)
    }
  }
}

const plain = (value: Big | null): string => value?.toFixed() ?? '空'

function show(value: Value, scale?: number): string {
  if (Array.isArray(value)) {
    const text = value
      .slice(0, shownItems)
      .map((item) => show(item, scale))
      .join('、')
    return value.length > shownItems ? `${text}…共 ${value.length} 项` : text || '空'
  }
  if (value === null || value === '') return '空'
  if (typeof value === 'boolean') return value ? '是' : '否'
  const number = typeof value === 'string' && scale === undefined ? null : toBig(value)
  return number ? formatNumber(number, scale) : `「${String(value)}」`
}
