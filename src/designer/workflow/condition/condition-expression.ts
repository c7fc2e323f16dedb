import { formatValue, type Node, parseExpression } from '#runtime/kernel/expression.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionItem,
  type ConditionRule,
  isGroup,
  isPresence,
  presenceRules,
} from '#runtime/rules/advanced-query/model.ts'

const operators = { eq: '==', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const
type Comparing = keyof typeof operators

/** The rules of the query builder that an expression can say. */
export const sayableRules: readonly ConditionRule[] = [
  ...(Object.keys(operators) as Comparing[]),
  'in',
  'like',
  'between',
  ...presenceRules,
]

const isComparing = (rule: ConditionRule): rule is Comparing => Object.hasOwn(operators, rule)

/** Whether the values of a field are numbers, which an expression writes without quotes. */
export type IsNumber = (field: string) => boolean

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const literal = (text: string, isNumber: boolean): string =>
  isNumber && /^-?\d+(\.\d+)?$/.test(text.trim()) ? text.trim() : quoted(text.trim())

/** Conditions of the query builder as an expression of a record; undefined where one has no value yet. */
export function writeCondition(group: ConditionGroup, isNumber: IsNumber): string | undefined {
  const parts = group.params.map((item) => writeItem(item, isNumber))
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  return parts.join(group.matchType === 'or' ? ' or ' : ' and ')
}

function writeItem(item: ConditionItem, isNumber: IsNumber): string | undefined {
  if (!isGroup(item)) return writeSingle(item, isNumber(item.field))
  const inner = item.detail === undefined ? writeCondition(item, isNumber) : undefined
  return inner !== undefined && item.params.length > 1 ? `(${inner})` : inner
}

function writeSingle({ field, rule, val }: Condition, isNumber: boolean): string | undefined {
  if (field === '' || !sayableRules.includes(rule)) return undefined
  if (isPresence(rule)) return `${field} ${rule === 'empty' ? '==' : '!='} null`
  const values = val.split(',')
  if (rule === 'between') {
    const [from = '', to = ''] = values.map((value) => value.trim())
    const ends = [
      from && `${field} >= ${literal(from, isNumber)}`,
      to && `${field} <= ${literal(to, isNumber)}`,
    ]
    const written = ends.filter((end) => end !== '').join(' and ')
    return written === '' ? undefined : written.includes(' and ') ? `(${written})` : written
  }
  if (val.trim() === '') return undefined
  if (rule === 'in') return `${field} in [${values.map((value) => literal(value, isNumber)).join(', ')}]`
  if (isComparing(rule)) return `${field} ${operators[rule]} ${literal(val, isNumber)}`
  return `contains(${field}, ${quoted(val.trim())})`
}

/** The conditions that an expression says, as the query builder edits them; undefined for another expression. */
export function readCondition(text: string): ConditionGroup | undefined {
  const read = parseExpression(text)
  if (!read.ok) return undefined
  const item = readItem(read.value.node)
  return item && (isGroup(item) ? item : { matchType: 'and', params: [item] })
}

function readItem(node: Node): ConditionItem | undefined {
  if (node.kind !== 'binary' || (node.operator !== 'and' && node.operator !== 'or')) return readSingle(node)
  const { operator } = node
  const [left, right] = [readItem(node.left), readItem(node.right)]
  if (!left || !right) return undefined
  const params = [left, right].flatMap((part): readonly ConditionItem[] =>
    isGroup(part) && part.matchType === operator ? part.params : [part],
  )
  return { matchType: operator, params }
}

function readSingle(node: Node): Condition | undefined {
  if (node.kind === 'call') {
    const [whole, part] = node.args
    const [field, val] = [whole && readName(whole), part && readText(part)]
    return node.name === 'contains' && field !== undefined && val ? { field, rule: 'like', val } : undefined
  }
  const field = node.kind === 'binary' ? readName(node.left) : undefined
  if (node.kind !== 'binary' || field === undefined) return undefined
  const { operator, right } = node
  if (operator === 'in') {
    const values = right.kind === 'list' ? right.items.map(readText) : [undefined]
    const isPlain = values.length > 0 && values.every((value) => value && !value.includes(','))
    return isPlain ? { field, rule: 'in', val: values.join(',') } : undefined
  }
  if (right.kind === 'literal' && right.value === null)
    return operator === '==' || operator === '!='
      ? { field, rule: operator === '==' ? 'empty' : 'not_empty', val: '' }
      : undefined
  const rule = (Object.keys(operators) as Comparing[]).find((word) => operators[word] === operator)
  const val = readText(right)
  return rule && val ? { field, rule, val } : undefined
}

/** A field of the record; a column of a detail is a list, which the query builder does not compare. */
const readName = (node: Node): string | undefined =>
  node.kind === 'name' && node.path.length === 1 ? node.path[0] : undefined

function readText(node: Node): string | undefined {
  if (node.kind === 'unary' && node.operator === '-') {
    const inner = readText(node.operand)
    return inner && `-${inner}`
  }
  if (node.kind !== 'literal' || node.value === null || typeof node.value === 'boolean') return undefined
  return formatValue(node.value)
}
