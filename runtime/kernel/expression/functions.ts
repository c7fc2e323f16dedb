import { type Big, roundTo, toBig } from '../decimal.ts'
import { isEmpty } from '../json.ts'
import { initials } from '../text/pinyin.ts'
import { dayNumber, formatDate, formatDateTime } from '../time.ts'
import { calculate } from './arithmetic.ts'
import type { Callable, Scope, Value } from './node.ts'
import { textFunctions } from './text-functions.ts'
import { compare, formatValue, isSame, listMembers, toValue } from './value.ts'

const any = Number.POSITIVE_INFINITY
const MAX_TEXT_LENGTH = 100_000

const flat = (args: readonly Value[]): Value[] =>
  args.flatMap((value) => (Array.isArray(value) ? flat(value) : [value]))
const nonEmpty = (args: readonly Value[]): Value[] => flat(args).filter((value) => !isEmpty(value))
const numbers = (args: readonly Value[]): Big[] => nonEmpty(args).flatMap((value) => toBig(value) ?? [])
const zero = toBig(0)

function total(args: readonly Value[]): Value {
  return numbers(args).reduce<Value>((sum, number) => calculate('+', sum, number), zero)
}

/** The smallest (-1) or largest (1); dates and other texts by their order. */
function extreme(args: readonly Value[], side: number): Value {
  const [first, ...others] = nonEmpty(args)
  return others.reduce<Value>((best, value) => (compare(value, best) === side ? value : best), first ?? null)
}

const short = (text: string): Value => (text.length <= MAX_TEXT_LENGTH ? text : null)

/** The initials of a text without its punctuation; null if nothing remains. */
const searchLetters = (text: string): Value => initials(text).replace(/[^\p{L}\p{N}]/gu, '') || null

const clock = (name: string, scope: Scope, format: (date: Date) => string): Value => {
  const value = toValue(scope([name]))
  return typeof value === 'string' && value !== '' ? value : format(new Date())
}

function contains(whole: Value, part: Value): boolean {
  if (isEmpty(part)) return false
  const isSet = Array.isArray(whole) || (typeof whole === 'string' && whole.includes(','))
  return isSet
    ? listMembers(whole).some((member) => isSame(member, part))
    : formatValue(whole).includes(formatValue(part))
}

function round(value: Value, scale: Value): Value {
  const [number, digits] = [toBig(value), toBig(scale)?.toNumber() ?? 0]
  return number && Number.isInteger(digits) && digits >= 0 && digits <= 10 ? roundTo(number, digits) : null
}

function days([from = null, to]: readonly Value[]): Value {
  if (to === undefined) return toBig(from)
  const [first, last] = [dayNumber(formatValue(from)), dayNumber(formatValue(to))]
  return first === null || last === null ? null : toBig(last - first)
}

/** Every function an expression may call (`if` and `in` are operators of the tree). */
export const functions: ReadonlyMap<string, Callable> = new Map<string, Callable>([
  ['round', { arity: [1, 2], title: '四舍五入', run: ([value = null, scale = null]) => round(value, scale) }],
  ['abs', { arity: [1, 1], title: '绝对值', run: ([value]) => toBig(value)?.abs() ?? null }],
  ['min', { arity: [1, any], title: '最小', run: (args) => extreme(args, -1) }],
  ['max', { arity: [1, any], title: '最大', run: (args) => extreme(args, 1) }],
  ['sum', { arity: [1, any], title: '合计', run: total }],
  [
    'avg',
    {
      arity: [1, any],
      title: '平均',
      run: (args) => (numbers(args).length === 0 ? null : calculate('/', total(args), numbers(args).length)),
    },
  ],
  ['count', { arity: [1, any], title: '计数', run: (args) => toBig(nonEmpty(args).length) }],
  [
    'len',
    {
      arity: [1, 1],
      title: '长度',
      run: ([value = null]) => toBig(Array.isArray(value) ? value.length : [...formatValue(value)].length),
    },
  ],
  ['concat', { arity: [1, any], title: '连接', run: (args) => short(args.map(formatValue).join('')) }],
  [
    'join',
    {
      arity: [1, 2],
      title: '连接',
      run: ([list = null, by = ',']) => short(listMembers(list).map(formatValue).join(formatValue(by))),
    },
  ],
  /** For a stored column that a query searches: 宣纸 is `xz`. */
  [
    'initials',
    { arity: [1, 1], title: '拼音首字母', run: ([value = null]) => searchLetters(formatValue(value)) },
  ],
  ['contains', { arity: [2, 2], title: '包含', run: ([whole = null, part = null]) => contains(whole, part) }],
  ['today', { arity: [0, 0], title: '今天', run: (_, scope) => clock('today', scope, formatDate) }],
  ['now', { arity: [0, 0], title: '现在', run: (_, scope) => clock('now', scope, formatDateTime) }],
  /** `days(7)` is a span to add to a date; `days(from, to)` counts. */
  ['days', { arity: [1, 2], title: '天数', run: days }],
  ...textFunctions,
])
