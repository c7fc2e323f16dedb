const two = (value: number): string => String(value).padStart(2, '0')

/** YYYY-MM-DD in local time. */
export const formatDate = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

export const formatTime = (date: Date): string =>
  `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`

/** YYYY-MM-DD HH:mm:ss in local time. */
export const formatDateTime = (date: Date): string => `${formatDate(date)} ${formatTime(date)}`

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A day of the calendar, years 1 to 9999, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!found || found[1] === '0000') return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && leap ? 29 : monthLengths[month - 1]
  return days !== undefined && day >= 1 && day <= days
}

/** HH:mm:ss. */
export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text)

/** YYYY-MM-DD HH:mm:ss. */
export const isDateTime = (text: string): boolean =>
  text[10] === ' ' && isDate(text.slice(0, 10)) && isTime(text.slice(11))

const dayLength = 86_400_000

/** Days since 1970-01-01 of the day in a date or date-time; null for other text. Time zones have no influence. */
export function dayNumber(text: string): number | null {
  return isDate(text) || isDateTime(text) ? Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / dayLength : null
}

/** The date or date-time `days` later, time of day kept; null for other text or beyond the calendar. */
export function addDays(text: string, days: number): string | null {
  const from = dayNumber(text)
  const to = new Date(((from ?? Number.NaN) + days) * dayLength)
  if (!Number.isInteger(days) || Number.isNaN(to.getTime())) return null
  const day = to.toISOString().slice(0, 10)
  return isDate(day) ? day + text.slice(10) : null
}

/** A month of the calendar, written YYYY-MM. */
const isMonth = (text: string): boolean => isDate(`${text}-01`)

/**
 * The day some months later or earlier, of a shorter month its last one; the time of a date-time is kept, and of a month it is
 * the month. Null where there is no such day.
 */
export function addMonths(text: string, months: number): string | null {
  if (isMonth(text)) return addMonths(`${text}-01`, months)?.slice(0, 7) ?? null
  if (dayNumber(text) === null || !Number.isSafeInteger(months)) return null
  const count = Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1 + months
  const month = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
  const day = lastDay(month, Number(text.slice(8, 10)))
  return day && day + text.slice(10)
}

/** The last day of a month, or of the month of a day. */
export const endOfMonth = (text: string): string | null =>
  isMonth(text) || dayNumber(text) !== null ? lastDay(text.slice(0, 7), 31) : null

/** The day of a month, or the last day before it that the month has. */
function lastDay(month: string, day: number): string | null {
  const written = `${month}-${String(day).padStart(2, '0')}`
  return isDate(written) ? written : day > 28 ? lastDay(month, day - 1) : null
}

const weekdays = '日一二三四五六'

/** `2025 年 9 月 25 日 星期四`, in local time. */
export const longDate = (date: Date): string =>
  `${date.getFullYear()} 年 ${date.getMonth() + 1} 月 ${date.getDate()} 日 星期${weekdays[date.getDay()]}`

/** By hour, as the shell greets: before 9, 11, 13, 20, and evening. */
export function greeting(hour: number): string {
  if (hour < 9) return '早上好'
  if (hour < 11) return '上午好'
  if (hour < 13) return '中午好'
  return hour < 20 ? '下午好' : '晚上好'
}

const datePart = /yyyy|yy|MM|dd|HH|mm|ss/g

/** Whether the text consists of `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm` and `ss` only; `yyy` leaves one letter over. */
export const isDateFormat = (format: string): boolean => format !== '' && format.replace(datePart, '') === ''

/** The moment in local time: `yyyyMMdd` is `20250925`. Other letters stay as they are. */
export function formatDateParts(format: string, now: Date): string {
  const year = String(now.getFullYear()).padStart(4, '0')
  const parts: Record<string, string> = {
    yyyy: year,
    yy: year.slice(2),
    MM: two(now.getMonth() + 1),
    dd: two(now.getDate()),
    HH: two(now.getHours()),
    mm: two(now.getMinutes()),
    ss: two(now.getSeconds()),
  }
  return format.replace(datePart, (word) => parts[word] ?? '')
}
