import { type CronExpression, type CronField, listValues } from './expression.ts'

const dayLength = 86_400_000

/** The weekday of a day as Quartz counts it: 1 = Sunday. */
const getWeekday = (year: number, month: number, day: number): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1

const lengthOfMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 1) - dayLength).getUTCDate()

/** The workday (Monday to Friday) nearest to a day, in the same month. */
function nearestWorkday(year: number, month: number, day: number): number {
  const weekday = getWeekday(year, month, day)
  if (weekday === 7) return day === 1 ? 3 : day - 1
  if (weekday === 1) return day === lengthOfMonth(year, month) ? day - 2 : day + 1
  return day
}

/** The day that a form of day or week names in a month; null if the month has none. */
function namedDay(field: CronField, year: number, month: number): number | null {
  const length = lengthOfMonth(year, month)
  if (field.kind === 'last') {
    const day = length - field.offset
    if (day < 1) return null
    return field.isWorkday ? nearestWorkday(year, month, day) : day
  }
  if (field.kind === 'nearestWorkday')
    return field.day > length ? null : nearestWorkday(year, month, field.day)
  if (field.kind === 'lastWeekday')
    return length - ((getWeekday(year, month, length) - field.weekday + 7) % 7)
  if (field.kind !== 'nthWeekday') return null
  const first = 1 + ((field.weekday - getWeekday(year, month, 1) + 7) % 7)
  const day = first + (field.nth - 1) * 7
  return day > length ? null : day
}

/** The days of a month on which an expression runs, ascending; its month and year fields are not considered. */
export function listDays(expression: CronExpression, year: number, month: number): number[] {
  const { day, week } = expression
  const field = day.kind === 'none' ? week : day
  if (field.kind !== 'every' && field.kind !== 'values') {
    const named = namedDay(field, year, month)
    return named === null ? [] : [named]
  }
  const length = lengthOfMonth(year, month)
  if (field === day) return listValues(day, 'day').filter((value) => value <= length)
  const weekdays = new Set(listValues(week, 'week'))
  const first = getWeekday(year, month, 1)
  return Array.from({ length }, (_, index) => index + 1).filter((value) =>
    weekdays.has(((first + value - 2) % 7) + 1),
  )
}
