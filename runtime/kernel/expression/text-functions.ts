import { toBig } from '../decimal.ts'
import { capitals } from '../text/capitals.ts'
import { addMonths, dayNumber, endOfMonth } from '../time.ts'
import type { Callable, Scope, Value } from './node.ts'
import { formatValue } from './value.ts'
import { addWorkdays, type CalendarItem, calendarPrefix } from './workdays.ts'

/** Longer results of a text function are null, so that nested calls stay small. */
export const MAX_EDITED_LENGTH = 10_000

const bounded = (text: string): Value => (text.length <= MAX_EDITED_LENGTH ? text : null)

const wholeNumber = (value: Value | undefined): number | null => {
  const number = toBig(value)?.toNumber() ?? Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

/** Characters from a position on, 1 is the first; without a length up to the end. */
function substr([text = null, from = null, length]: readonly Value[]): Value {
  const start = wholeNumber(from)
  const count = length === undefined ? Number.POSITIVE_INFINITY : wholeNumber(length)
  if (start === null || start < 1 || count === null || count < 0) return null
  return bounded([...formatValue(text)].slice(start - 1, start - 1 + count).join(''))
}

/** Every occurrence of a literal text is replaced. The length is computed first: a long result is never built. */
function replace([text = null, search = null, by = null]: readonly Value[]): Value {
  const [whole, part, other] = [formatValue(text), formatValue(search), formatValue(by)]
  if (part === '') return bounded(whole)
  const pieces = whole.split(part)
  const length = whole.length + (pieces.length - 1) * (other.length - part.length)
  return length <= MAX_EDITED_LENGTH ? pieces.join(other) : null
}

const dateShape = /^(\d{4})(?:-(\d{2}))?/

/** The year (1) or month (2) of a date, date-time or month; the year of a year too. */
function partOfDate(value: Value | undefined, part: 1 | 2): Value {
  const text = formatValue(value ?? null)
  const date = /^\d{4}$/.test(text) ? `${text}-01-01` : /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text
  if (dayNumber(date) === null) return null
  return toBig(dateShape.exec(text)?.[part])
}

function workday([date = null, count, code]: readonly Value[], scope: Scope): Value {
  const number = wholeNumber(count)
  const items = code === undefined ? undefined : scope([`${calendarPrefix}${formatValue(code)}`])
  if (number === null || (code !== undefined && !Array.isArray(items))) return null
  return addWorkdays(formatValue(date), number, items as readonly CalendarItem[] | undefined)
}

function inCapitals(value: Value | undefined): Value {
  const amount = toBig(value)
  return amount && capitals(amount)
}

/** Functions of single texts and dates, by name. Positions count characters, not UTF-16 units. */
export const textFunctions: readonly [string, Callable][] = [
  ['substr', { arity: [2, 3], title: '截取', run: substr }],
  [
    'upper',
    { arity: [1, 1], title: '大写字母', run: ([text = null]) => bounded(formatValue(text).toUpperCase()) },
  ],
  [
    'lower',
    { arity: [1, 1], title: '小写字母', run: ([text = null]) => bounded(formatValue(text).toLowerCase()) },
  ],
  [
    'trim',
    { arity: [1, 1], title: '去掉首尾空格', run: ([text = null]) => bounded(formatValue(text).trim()) },
  ],
  ['replace', { arity: [3, 3], title: '替换', run: replace }],
  ['year', { arity: [1, 1], title: '年份', run: ([date]) => partOfDate(date, 1) }],
  ['month', { arity: [1, 1], title: '月份', run: ([date]) => partOfDate(date, 2) }],
  [
    'addMonths',
    {
      arity: [2, 2],
      title: '加月',
      run: ([date = null, months]) => addMonths(formatValue(date), wholeNumber(months) ?? Number.NaN),
    },
  ],
  ['addWorkdays', { arity: [2, 3], title: '加工作日', run: workday }],
  ['endOfMonth', { arity: [1, 1], title: '月末', run: ([date = null]) => endOfMonth(formatValue(date)) }],
  ['capitals', { arity: [1, 1], title: '大写金额', run: ([amount]) => inCapitals(amount) }],
]
