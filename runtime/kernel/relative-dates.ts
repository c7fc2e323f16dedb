import { addDays, dayNumber } from './time.ts'

/** The words of relative dates in conditions, with their texts. The server computes their days when it answers. */
export const relativeDates = {
  today: '今天',
  yesterday: '昨天',
  tomorrow: '明天',
  thisWeek: '本周',
  lastWeek: '上周',
  nextWeek: '下周',
  thisMonth: '本月',
  lastMonth: '上月',
  nextMonth: '下月',
  thisQuarter: '本季度',
  lastQuarter: '上季度',
  thisYear: '今年',
  lastYear: '去年',
  last7Days: '近 7 天',
  last30Days: '近 30 天',
  last90Days: '近 90 天',
  last365Days: '近 365 天',
} as const

export type RelativeDate = keyof typeof relativeDates

export const isRelativeDate = (text: string): text is RelativeDate => Object.hasOwn(relativeDates, text)

/** The first day of a month (0 to 11; a month beyond them belongs to another year), as YYYY-MM-DD. */
const getFirstDay = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)

const beginnings: Readonly<Record<string, -1 | 0 | 1>> = { last: -1, this: 0, next: 1 }
const monthsByUnit: Readonly<Record<string, number>> = { Month: 1, Quarter: 3, Year: 12 }
const days: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

/** The days of a relative date as seen from `today` (YYYY-MM-DD): `from` is the first, `next` the day after the last. */
export function relativeDays(word: RelativeDate, today: string): { from: string; next: string } {
  const later = (text: string, count: number): string => addDays(text, count) ?? text
  const day = days[word]
  if (day !== undefined) return { from: later(today, day), next: later(today, day + 1) }
  const recent = /^last(\d+)Days$/.exec(word)
  if (recent) return { from: later(today, 1 - Number(recent[1])), next: later(today, 1) }
  const [, beginning = '', unit = ''] = /^(last|this|next)(\w+)$/.exec(word) ?? []
  const shift = beginnings[beginning] ?? 0
  if (unit === 'Week') {
    // Day 0 is a Thursday; weeks begin on Monday.
    const monday = later(today, -(((dayNumber(today) ?? 0) + 3) % 7) + 7 * shift)
    return { from: monday, next: later(monday, 7) }
  }
  const length = monthsByUnit[unit] ?? 1
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  const first = month - (month % length) + length * shift
  return { from: getFirstDay(year, first), next: getFirstDay(year, first + length) }
}
