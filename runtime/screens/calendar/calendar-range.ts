import { addDays, dayNumber, formatDate, isDate, isDateTime } from '#runtime/kernel/time.ts'

/** The visible part of a calendar: the month or the week that contains `day` (YYYY-MM-DD). */
export interface CalendarRange {
  unit: 'month' | 'week'
  day: string
}

const WEEK = 7

/** The days from Monday; 0 for Monday. */
const weekday = (day: string): number => ((dayNumber(day) ?? 0) + 3) % WEEK

const later = (day: string, days: number): string => addDays(day, days) ?? day

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The first day of the month `months` later. */
function monthLater(day: string, months: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const text = `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`
  return isDate(text) ? text : day
}

/** Reads `2026-11` as a month and `2026-11-16` as the week of that day; any other text is the month of `today`. */
export function readRange(text: string | null, today: string): CalendarRange {
  if (text && isDate(text)) return { unit: 'week', day: text }
  if (text && isDate(`${text}-01`)) return { unit: 'month', day: `${text}-01` }
  return { unit: 'month', day: today }
}

export const writeRange = ({ unit, day }: CalendarRange): string => (unit === 'week' ? day : day.slice(0, 7))

/** The days of a week from Monday, or of a month with the days that complete its first and last week. */
export function listDays({ unit, day }: CalendarRange): string[] {
  const first = unit === 'week' ? day : firstOfMonth(day)
  const last = unit === 'week' ? day : later(monthLater(day, 1), -1)
  const start = later(first, -weekday(first))
  const end = later(last, WEEK - 1 - weekday(last))
  const count = (dayNumber(end) ?? 0) - (dayNumber(start) ?? 0) + 1
  return Array.from({ length: count }, (_, at) => later(start, at))
}

export const splitWeeks = (days: readonly string[]): string[][] =>
  Array.from({ length: days.length / WEEK }, (_, at) => days.slice(at * WEEK, (at + 1) * WEEK))

/** The range before (-1) or after (1). */
export const stepRange = ({ unit, day }: CalendarRange, step: -1 | 1): CalendarRange => ({
  unit,
  day: unit === 'week' ? later(day, step * WEEK) : monthLater(day, step),
})

/** Switches between month and week; the week of the current month is that of today. */
export function rangeAs(
  { unit, day }: CalendarRange,
  wanted: CalendarRange['unit'],
  today: string,
): CalendarRange {
  if (unit === wanted) return { unit, day }
  const isNow = day.slice(0, 7) === today.slice(0, 7)
  return { unit: wanted, day: wanted === 'week' && isNow ? today : day }
}

export const isInRange = (range: CalendarRange, day: string): boolean => listDays(range).includes(day)

const dayText = (day: string): string => `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日`

/** `2026 年 11 月`, `2026 年 11 月 16 日至 22 日`. */
export function rangeTitle(range: CalendarRange): string {
  const { unit, day } = range
  const year = `${Number(day.slice(0, 4))} 年`
  if (unit === 'month') return `${year} ${Number(day.slice(5, 7))} 月`
  const days = listDays(range)
  const [from = day, to = day] = [days[0], days.at(-1)]
  const end = from.slice(0, 7) === to.slice(0, 7) ? `${Number(to.slice(8))} 日` : dayText(to)
  return `${Number(from.slice(0, 4))} 年 ${dayText(from)}至 ${end}`
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日']

/** `11 月 16 日，周一`. */
export const dayTitle = (day: string): string => `${dayText(day)}，周${weekdays[weekday(day)]}`

export const weekdayTitles: readonly string[] = weekdays.map((word) => `周${word}`)

export const getToday = (): string => formatDate(new Date())

/**
 * The end of a record whose beginning moves to `to`: later by the same time where all have a time of day, else by the same
 * days. Null without an end, or beyond the calendar.
 */
export function moveEnd(end: string, from: string, to: string): string | null {
  if (![end, from, to].every(isDateTime)) return addDays(end, (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0))
  // Clock times, without the shifts of a time zone.
  const parse = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  const moved = new Date(parse(end) + parse(to) - parse(from)).toISOString().slice(0, 19).replace('T', ' ')
  return isDateTime(moved) ? moved : null
}
