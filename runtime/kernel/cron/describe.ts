import { describeField, isRepeating, isSingle, separated } from './describe-field.ts'
import {
  type CronExpression,
  type CronField,
  type CronUnit,
  cronRules,
  cronUnits,
  listValues,
} from './expression.ts'

/** Up to this number, the times of a day are listed one by one. */
const MAX_LISTED_TIMES = 6

const two = (value: number): string => String(value).padStart(2, '0')

/** 09:00、18:00; null if there are too many times, or one of the fields is `*`. */
function listedTimes({ hour, minute, second }: CronExpression): string | null {
  if ([hour, minute, second].some(({ kind }) => kind === 'every')) return null
  const [hours, minutes, seconds] = [
    listValues(hour, 'hour'),
    listValues(minute, 'minute'),
    listValues(second, 'second'),
  ]
  if (hours.length * minutes.length * seconds.length > MAX_LISTED_TIMES) return null
  const times = hours.flatMap((h) =>
    minutes.flatMap((m) => seconds.map((s) => `${two(h)}:${two(m)}${s === 0 ? '' : `:${two(s)}`}`)),
  )
  return times.join('、')
}

/** Joins a narrower phrase to a wider one: 9 时的 5 分; 5 分 30 秒; 9 时至 17 时，每 5 分钟. */
const narrow = (wide: string, phrase: string): string => {
  if (wide === '') return phrase
  if (/\d 分$/.test(wide) && /^\d+ 秒$/.test(phrase)) return `${wide} ${phrase}`
  return /^(每 \d|从)/.test(phrase) ? `${wide}，${phrase}` : `${wide}的${separated(phrase)}`
}

/** Whether a field is 0 and nothing else. */
const isOnlyZero = (field: CronField, unit: CronUnit): boolean =>
  field.kind === 'values' && listValues(field, unit).join() === '0'

/** The times of a day by hours, minutes and seconds. */
function composedTimes({ hour, minute, second }: CronExpression): string {
  const isMinuteStart = isOnlyZero(second, 'second')
  // A finer repetition says the coarser 每: 每 5 分钟 needs no 每小时.
  const isSecondRepeating = !isMinuteStart && isRepeating(second, 'second')
  const isMinuteOmitted = minute.kind === 'every' && isSecondRepeating
  const isMinuteRepeating = isMinuteOmitted || isRepeating(minute, 'minute')
  let phrase = hour.kind === 'every' && isMinuteRepeating ? '' : describeField(hour, 'hour')
  const isOnTheHour = isMinuteStart && isOnlyZero(minute, 'minute')
  if (isOnTheHour) return narrow(phrase, '整点')
  if (!isMinuteOmitted) phrase = narrow(phrase, describeField(minute, 'minute'))
  return isMinuteStart ? phrase : narrow(phrase, describeField(second, 'second'))
}

/** The days: 每天, 每月 1 日, 每年 3 月的每周一, 2025 年每月最后一天. */
function describeDays({ day, week, month, year }: CronExpression): string {
  const years = year.kind === 'every' ? '' : describeField(year, 'year')
  const isEveryMonth = month.kind === 'every'
  const months = isEveryMonth ? '' : describeField(month, 'month')
  const prefix = years === '' && !isEveryMonth && !months.startsWith('每') ? '每年' : years
  const start = isEveryMonth ? prefix : prefix + separated(months)
  const field = day.kind === 'none' ? week : day
  if (field.kind === 'every') return isEveryMonth ? `${start}每天` : `${start}的每天`
  if (field === week && week.kind === 'values') {
    const weekdays = describeField(week, 'week')
    const weekly = weekdays.startsWith('从') ? `每周${weekdays}` : `每${weekdays}`
    return isEveryMonth ? start + weekly : `${start}的${weekly}`
  }
  const days = describeField(field, field === day ? 'day' : 'week')
  if (isEveryMonth) return `${start}每月${separated(days)}`
  const isOneDate = isSingle(month, 'month') && isSingle(field, 'day')
  return isOneDate ? `${start} ${days}` : `${start}的${separated(days)}`
}

/** The same expression with `*` for fields that list every value, such as 0/1. */
function simplified(expression: CronExpression): CronExpression {
  const simple = (field: CronField, unit: CronUnit): CronField => {
    const { min, max } = cronRules[unit]
    const isEvery = field.kind === 'values' && listValues(field, unit).length === max - min + 1
    return isEvery ? { kind: 'every' } : field
  }
  const entries = cronUnits.map((unit) => [unit, simple(expression[unit], unit)])
  return Object.fromEntries(entries) as Record<CronUnit, CronField>
}

/** The expression as a Chinese sentence without a full stop: 每月 1 日、15 日 09:00 执行. */
export function describeCron(expression: CronExpression): string {
  const simple = simplified(expression)
  const days = describeDays(simple)
  const listed = listedTimes(simple)
  const times = listed ?? composedTimes(simple)
  const isDayImplied = listed === null && days === '每天' && /^每/.test(times)
  const start = isDayImplied ? '' : `${days}${/^\d/.test(times) ? ' ' : '，'}`
  const end = /[\d:]$/.test(times) ? ' 执行' : '执行'
  return start + times + end
}
