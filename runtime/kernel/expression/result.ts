import { toBig } from '../decimal.ts'
import { isDate, isDateTime } from '../time.ts'
import type { BinaryOperator, Node, Value } from './node.ts'

/**
 * A type of results. `text` is never a number or a day, `edited` is a text made of texts, which may be one; `any` is not known
 * before the expression is evaluated.
 */
export type ResultType =
  | 'number'
  | 'text'
  | 'edited'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'month'
  | 'time'
  | 'list'
  | 'any'

/** A result that an expression may have besides null: a literal, or any value of a type. */
export type Result = { type: ResultType; literal?: Value }

/** The type of a name, or of the members of the list that it names; `any` where it is not known. */
export type TypeOfName = (path: readonly string[], ofMembers?: boolean) => ResultType

/** The results of the functions: `argument` is one of its arguments, `edited` a text made of them. */
export const functionResults: Readonly<Record<string, ResultType | 'argument'>> = {
  round: 'number',
  abs: 'number',
  min: 'argument',
  max: 'argument',
  sum: 'number',
  avg: 'number',
  count: 'number',
  len: 'number',
  concat: 'edited',
  join: 'edited',
  initials: 'text',
  contains: 'boolean',
  today: 'date',
  now: 'datetime',
  days: 'number',
  trim: 'edited',
  upper: 'text',
  lower: 'text',
  substr: 'edited',
  replace: 'edited',
  year: 'number',
  month: 'number',
  addMonths: 'date',
  endOfMonth: 'date',
  addWorkdays: 'date',
  capitals: 'text',
}

/** What each result is called in the interface. */
export const resultTitles: Readonly<Record<ResultType | 'argument', string>> = {
  number: '数字',
  text: '文字',
  edited: '文字',
  boolean: '是否',
  date: '日期',
  datetime: '日期时间',
  month: '月份',
  time: '时间',
  list: '列表',
  any: '值',
  argument: '同参数',
}

/** The letters of numbers, days and times. */
const isFigure = (text: string): boolean => /^[\d\s.:-]*$/.test(text)

function literalType(value: Value): ResultType {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value !== 'string') return 'number'
  return isDate(value) ? 'date' : isDateTime(value) ? 'datetime' : isFigure(value) ? 'any' : 'text'
}

/** What an expression can give, without evaluating it. */
export function listResults(node: Node, getType: TypeOfName): Result[] {
  const inner = (child: Node) => listResults(child, getType)
  switch (node.kind) {
    case 'literal':
      return node.value === null ? [] : [{ type: literalType(node.value), literal: node.value }]
    case 'name':
      return [{ type: getType(node.path) }]
    case 'list':
      return [{ type: 'list' }]
    case 'unary':
      return [{ type: node.operator === 'not' ? 'boolean' : 'number' }]
    case 'if':
      return [...inner(node.yes), ...inner(node.no)]
    case 'call': {
      const result = functionResults[node.name] ?? 'any'
      if (node.name === 'addMonths' && node.args[0] && typeOfOne(inner(node.args[0])) === 'month')
        return [{ type: 'month' }]
      if (result === 'argument') return node.args.flatMap((arg) => listMembers(arg, getType))
      return [{ type: result === 'edited' ? editedType(node.name, node.args.map(inner)) : result }]
    }
    case 'binary':
      return binaryResults(node.operator, inner(node.left), inner(node.right))
  }
}

/** The results of an argument of which a function takes single values. */
function listMembers(arg: Node, getType: TypeOfName): Result[] {
  if (arg.kind === 'name') return [{ type: getType(arg.path, true) }]
  if (arg.kind === 'list') return arg.items.flatMap((item) => listMembers(item, getType))
  return listResults(arg, getType)
}

/** The type of a text that is made of others: what is replaced or joined by does not decide it alone. */
function editedType(name: string, args: readonly Result[][]): ResultType {
  const parts = (name === 'concat' ? args : args.slice(0, 1)).flat()
  if (name === 'concat' && args.some((arg) => typeOfOne(arg) === 'text' && arg[0]?.literal !== undefined))
    return 'text'
  return parts.some(({ type }) => type === 'text' || type === 'edited' || type === 'list') ? 'edited' : 'any'
}

function binaryResults(operator: BinaryOperator, left: Result[], right: Result[]): Result[] {
  if (operator === 'and') return [...right, { type: 'boolean' }]
  if (operator === 'or') return [...left, ...right]
  if (operator === '*' || operator === '/' || operator === '%') return [{ type: 'number' }]
  if (operator !== '+' && operator !== '-') return [{ type: 'boolean' }]
  const type = typeOfOne(left)
  return [{ type: type === 'number' || type === 'date' || type === 'datetime' ? type : 'any' }]
}

/** The type of all results; `any` where they differ, or where there is none. */
function typeOfOne([first, ...others]: readonly Result[]): ResultType {
  return first && others.every(({ type }) => type === first.type) ? first.type : 'any'
}

const isDay = (type: ResultType): boolean => type === 'date' || type === 'datetime'
const isWord = (node: Node): boolean =>
  node.kind === 'literal' && typeof node.value === 'string' && !isFigure(node.value)

/** Why a part of an expression has no result or no effect for any record, with a remedy; undefined if every part can have one. */
export function deadPart(node: Node, getType: TypeOfName): string | undefined {
  const first = (nodes: readonly Node[]) =>
    nodes.reduce<string | undefined>((found, child) => found ?? deadPart(child, getType), undefined)
  switch (node.kind) {
    case 'list':
      return first(node.items)
    case 'unary':
      return first([node.operand])
    case 'if':
      return first([node.test, node.yes, node.no])
    case 'call':
      return first(node.args) ?? deadCall(node, getType)
    case 'binary':
      return first([node.left, node.right]) ?? deadOperation(node, getType)
    default:
      return undefined
  }
}

const ofDays: ReadonlySet<string> = new Set(['days', 'addMonths', 'endOfMonth', 'addWorkdays'])
const ofNumbers: ReadonlySet<string> = new Set(['round', 'abs', 'sum', 'avg', 'capitals'])

function deadCall({ name, args }: Extract<Node, { kind: 'call' }>, getType: TypeOfName): string | undefined {
  const types = args.map((arg) => typeOfOne(listMembers(arg, getType)))
  if (name === 'addMonths' && types[0] === 'number') return 'addMonths(日期, 几个月) 先写日期'
  if (name === 'addWorkdays' && types[0] === 'number') return 'addWorkdays(日期, 几个工作日) 先写日期'
  if (ofNumbers.has(name) && types.some(isDay)) return `${name} 只能算数字，不能算日期`
  if (name === 'days' && args.length === 2 && types.includes('number'))
    return 'days(起, 止) 要写日期，不能写数字'
  if ((name === 'days' || name === 'addWorkdays') && types.includes('month'))
    return `${name} 要写日期，不能写月份，月末那天请写 endOfMonth(月份)`
  if (ofDays.has(name)) {
    const takesMonth = name === 'addMonths' || name === 'endOfMonth'
    const badMoment =
      findBadMoment(takesMonth && isMonthLiteral(args[0]) ? 'month' : 'date', args[0]) ??
      (name === 'days' ? findBadMoment('date', args[1]) : undefined)
    if (badMoment) return badMoment
  }
  const second = args[1]?.kind === 'literal' ? args[1].value : undefined
  if (name === 'round' && typeof second === 'number' && (second > 10 || second < 0 || second % 1 !== 0))
    return 'round 的小数位是 0 到 10 的整数'
  if (name === 'substr' && typeof second === 'number' && second < 1)
    return 'substr 从第几个字写起，第一个字是 1'
  return undefined
}

function deadOperation(
  { operator, left, right }: Extract<Node, { kind: 'binary' }>,
  getType: TypeOfName,
): string | undefined {
  if (operator === 'and' || operator === 'or' || operator === 'in') return undefined
  const [a, b] = [left, right].map((side) => typeOfOne(listResults(side, getType))) as [
    ResultType,
    ResultType,
  ]
  const hasWord = isWord(left) || isWord(right)
  if ((a === 'list' || b === 'list') && operator !== '==' && operator !== '!=')
    return `${operator} 只能算一个值，明细的一列请先合起来，如 sum(明细.字段)`
  switch (operator) {
    case '+':
    case '-':
      if (hasWord)
        return `${operator} 只能算数字和日期${operator === '+' ? '，文字相连请写 concat(甲, 乙)' : ''}`
      if (a === 'month' || b === 'month')
        return `月份不能用 ${operator}，几个月以后请写 addMonths(月份, 几个月)`
      if (isDay(a) && isDay(b))
        return operator === '-' ? '两个日期相差几天请写 days(起, 止)' : '日期只能加天数，不能加日期'
      return isDay(b) && a === 'number' ? '天数请写在日期后面，如 today() + 7' : undefined
    case '*':
    case '/':
    case '%':
      return hasWord || isDay(a) || isDay(b) ? `${operator} 只能算数字` : undefined
    default: {
      const badMoment = findBadMoment(a, right) ?? findBadMoment(b, left)
      if (badMoment) return badMoment
      if ((isDay(a) && b === 'number') || (a === 'number' && isDay(b)))
        return `日期不能和数字比较（${operator}），日期写成 '2025-01-31' 这样`
      return (a === 'number' && isWordLiteral(right)) || (b === 'number' && isWordLiteral(left))
        ? `数字不能和文字比较（${operator}）`
        : undefined
    }
  }
}

const isDayText = (text: string): boolean => isDate(text) || isDateTime(text)

/** How texts of days and times are written: as they are stored, because they are compared by letters. */
const momentTexts: Partial<
  Record<ResultType, { title: string; example: string; accepts(text: string): boolean }>
> = {
  date: { title: '日期', example: '2025-01-31', accepts: isDayText },
  datetime: { title: '日期', example: '2025-01-31', accepts: isDayText },
  month: { title: '月份', example: '2025-01', accepts: (text) => /^\d{4}-(0[1-9]|1[0-2])(-|$)/.test(text) },
  time: { title: '时间', example: '08:30', accepts: (text) => /^([01]\d|2[0-3]):[0-5]\d/.test(text) },
}

/** A day as it is stored, of a text that writes it otherwise, such as `2026-1-1` and `2026年1月1日`. */
function normalizeDay(text: string): string | undefined {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text.trim()) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(written) ? written : undefined
}

/** Why a text that stands for a day or a time is none, with a remedy. */
function findBadMoment(type: ResultType, node: Node | undefined): string | undefined {
  const moment = momentTexts[type]
  const text = node?.kind === 'literal' && typeof node.value === 'string' ? node.value : ''
  if (!moment || text === '' || moment.accepts(text)) return undefined
  const day = isDay(type) ? normalizeDay(text) : undefined
  return `「${text}」不是${moment.title}，请写成 ${day ? `'${day}'` : `'${moment.example}' 这样`}`
}

/** Whether a literal text is a month as it is stored. */
const isMonthLiteral = (node: Node | undefined): boolean =>
  node?.kind === 'literal' && typeof node.value === 'string' && isDate(`${node.value}-01`)

/** Whether a literal text is no number; an empty one is compared with empty values. */
const isWordLiteral = (node: Node): boolean =>
  isWord(node) && node.kind === 'literal' && toBig(node.value) === null
