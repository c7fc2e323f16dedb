import { addDays, dayNumber } from '../time.ts'

/** An item of a dictionary of holidays: its value is a day, on which nobody works unless its text says 上班. */
export interface CalendarItem {
  value: unknown
  text: unknown
  disabled?: boolean
}

/** The name under which a scope gives the items of a dictionary; no field can have it. */
export const calendarPrefix = 'dict:'

const calendars = new WeakMap<readonly CalendarItem[], ReadonlyMap<unknown, boolean>>()

/** Whether people work on each of the listed days; a list is read once. */
function readCalendar(items: readonly CalendarItem[]): ReadonlyMap<unknown, boolean> {
  const cached = calendars.get(items)
  if (cached) return cached
  const days = new Map(
    items
      .filter(({ disabled }) => !disabled)
      .map(({ value, text }) => [value, String(text).includes('上班')]),
  )
  calendars.set(items, days)
  return days
}

/** Working days counted at most: about forty years. */
const MAX_WORKDAYS = 10_000

/**
 * The working day some working days later or earlier; the time of a date-time is kept. Monday to Friday are working days,
 * except for days of which the calendar says otherwise. Null without a day, or with an empty calendar.
 */
export function addWorkdays(date: string, count: number, items?: readonly CalendarItem[]): string | null {
  const first = dayNumber(date)
  if (first === null || !(Math.abs(count) <= MAX_WORKDAYS) || items?.length === 0) return null
  const calendar = items && readCalendar(items)
  const step = Math.sign(count)
  let passed = 0
  for (let left = Math.abs(count); left > 0; ) {
    passed += step
    // 1970-01-01 was a Thursday; sums are positive for all years of the calendar.
    const isWeekday = (first + passed + 7_000_003) % 7 < 5
    if (calendar?.get(addDays(date, passed)?.slice(0, 10)) ?? isWeekday) left -= 1
  }
  return addDays(date, passed)
}
