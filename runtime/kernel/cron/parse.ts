import {
  type CronExpression,
  type CronField,
  type CronItem,
  type CronUnit,
  cronRules,
  cronUnits,
  monthNames,
  weekdayNames,
} from './expression.ts'
import { MAX_CRON_LENGTH } from './max-length.ts'

/** A parsed expression, or the faulty field (null: the expression as a whole) and the reason in Chinese. */
export type CronResult =
  | { ok: true; value: CronExpression }
  | { ok: false; unit: CronUnit | null; text: string }

/** The reason why a field cannot be read, without the name of the field. */
class FieldFault {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const number = /^\d{1,4}$/
const names: Partial<Record<CronUnit, readonly string[]>> = { month: monthNames, week: weekdayNames }

function readNumber(word: string, unit: CronUnit): number | FieldFault {
  const { min, max } = cronRules[unit]
  const named = names[unit]?.indexOf(word) ?? -1
  if (named >= 0) return named + 1
  if (!number.test(word)) return new FieldFault(`无法识别「${word.slice(0, 20)}」`)
  const value = Number(word)
  return value >= min && value <= max ? value : new FieldFault(`${value} 超出范围，应为 ${min} 到 ${max}`)
}

function readStep(word: string, unit: CronUnit, isFromValue: boolean): number | FieldFault {
  const { maxStep } = cronRules[unit]
  // Quartz reads the step 0 after a single value as this value alone.
  const min = isFromValue ? 0 : 1
  const step = number.test(word) ? Number(word) : Number.NaN
  return step >= min && step <= maxStep
    ? step
    : new FieldFault(`「/」后的间隔应为 ${min} 到 ${maxStep} 的整数`)
}

/** One entry of a list. */
function readItem(text: string, unit: CronUnit): CronItem | FieldFault {
  const [range = '', stepWord, ...rest] = text.split('/')
  if (rest.length > 0) return new FieldFault(`「${text.slice(0, 20)}」里只能有一个「/」`)
  const [startWord = '', endWord, ...more] = range.split('-')
  if (more.length > 0) return new FieldFault(`「${range.slice(0, 20)}」里只能有一个「-」`)
  const isOpen = range === '*' || (range === '' && stepWord !== undefined)
  if (isOpen && stepWord === undefined) return new FieldFault('「*」不能和别的值写在一起')
  const start = isOpen ? null : readNumber(startWord, unit)
  if (start instanceof FieldFault) return start
  const end = endWord === undefined ? undefined : readNumber(endWord, unit)
  if (end instanceof FieldFault) return end
  if (start !== null && end !== undefined && end < start && !cronRules[unit].isCyclic)
    return new FieldFault(`${startWord}-${endWord} 的起点应不晚于终点`)
  const step =
    stepWord === undefined ? undefined : readStep(stepWord, unit, start !== null && end === undefined)
  if (step instanceof FieldFault) return step
  return { start, ...(end === undefined ? {} : { end }), ...(step === undefined ? {} : { step }) }
}

/** The forms that only days have: L, L-n, LW, L-nW, nW. Null: none of them. */
function readDay(text: string): CronField | FieldFault | null {
  const last = /^L(?:-(\d{1,2}))?(W)?$/.exec(text)
  if (last) {
    const offset = Number(last[1] ?? 0)
    if (offset > 30) return new FieldFault('「L-」后应为 0 到 30')
    return { kind: 'last', offset, isWorkday: last[2] !== undefined }
  }
  if (!/^\w+W$/.test(text)) return null
  const day = readNumber(text.slice(0, -1), 'day')
  return day instanceof FieldFault ? day : { kind: 'nearestWorkday', day }
}

/** The forms that only weekdays have: L (Saturday), nL, n#k. Null: none of them. */
function readWeek(text: string): CronField | FieldFault | null {
  if (text === 'L') return { kind: 'values', items: [{ start: 7 }] }
  if (/^\w+L$/.test(text)) {
    const weekday = readNumber(text.slice(0, -1), 'week')
    return weekday instanceof FieldFault ? weekday : { kind: 'lastWeekday', weekday }
  }
  const [weekdayWord = '', nthWord, ...rest] = text.split('#')
  if (nthWord === undefined) return null
  const weekday = readNumber(weekdayWord, 'week')
  if (weekday instanceof FieldFault) return weekday
  if (rest.length > 0 || !/^[1-5]$/.test(nthWord)) return new FieldFault('「#」后应为 1 到 5')
  return { kind: 'nthWeekday', weekday, nth: Number(nthWord) }
}

function readField(text: string, unit: CronUnit): CronField | FieldFault {
  if (text === '*') return { kind: 'every' }
  if (text === '?')
    return unit === 'day' || unit === 'week' ? { kind: 'none' } : new FieldFault('「?」只能写在日或周')
  const readSpecial = unit === 'day' ? readDay : unit === 'week' ? readWeek : () => null
  const words = text.split(',')
  if (words.length === 1) {
    const special = readSpecial(text)
    if (special) return special
  }
  const single = words.find((word) => readSpecial(word) !== null)
  if (single !== undefined) return new FieldFault(`「${single.slice(0, 20)}」不能和别的值写在一起`)
  const items: CronItem[] = []
  for (const word of words) {
    const item = readItem(word, unit)
    if (item instanceof FieldFault) return item
    items.push(item)
  }
  return { kind: 'values', items }
}

const order = '秒 分 时 日 月 周 年'

/**
 * Reads a Quartz expression: six or seven fields, in any letter case. Months and weekdays may be names wherever they may
 * be numbers; the other rules are those of Quartz 2.3. Never throws.
 */
export function parseCron(text: string): CronResult {
  const refuseExpression = (reason: string): CronResult => ({ ok: false, unit: null, text: reason })
  if (text.length > MAX_CRON_LENGTH) return refuseExpression(`不能超过 ${MAX_CRON_LENGTH} 个字`)
  const words = text.trim().toUpperCase().split(/\s+/)
  if (words.length < 6 || words.length > 7)
    return refuseExpression(
      `应为用空格隔开的 6 段或 7 段（${order}），现在是 ${words[0] === '' ? 0 : words.length} 段`,
    )
  const fields: Partial<Record<CronUnit, CronField>> = {}
  for (const [index, unit] of cronUnits.entries()) {
    const field = readField(words[index] ?? '*', unit)
    if (field instanceof FieldFault)
      return { ok: false, unit, text: `「${cronRules[unit].title}」${field.text}` }
    fields[unit] = field
  }
  const value = fields as Record<CronUnit, CronField>
  if ((value.day.kind === 'none') === (value.week.kind === 'none'))
    return { ok: false, unit: 'week', text: '「日」和「周」应有一个写「?」，而且只有一个' }
  return { ok: true, value }
}
