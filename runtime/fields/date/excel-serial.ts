import type { DateKind } from './date-text.ts'

/** Days from 10000 (1927) to 99999 (2173); shorter and longer numbers are typing errors. */
const dayShape = /^\d{5}(?:\.\d+)?$/
/** A time of day is a fraction of a day. */
const timeShape = /^0?\.\d+$/
/** Any day, as Excel counts them. */
const anyDay = 40_000
const MS_OF_DAY = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
/** Before this day spreadsheets count a day that did not exist. */
const FIRST_DAY = '1900-03-01'

/**
 * Reads the number that Excel stores for a date or time: days since 1899-12-30. Returns the value of the kind, else
 * null. The result is local time, so the time zone of this machine must not matter.
 */
export function readExcelSerial(text: string, kind: DateKind): string | null {
  const plain = text.trim()
  const isFraction = kind === 'time' && timeShape.test(plain)
  if (!isFraction && !dayShape.test(plain)) return null
  const days = Number(plain) + (isFraction ? anyDay : 0)
  const moment = new Date(EPOCH + Math.round(days * 86_400) * 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
  if (kind === 'time') return moment.slice(11)
  return moment.slice(0, { date: 10, datetime: 19, month: 7, year: 4 }[kind])
}

/** The number of a date or datetime in a spreadsheet; the text itself if it is before the first day that it counts. */
export function toExcelSerial(text: string): number | string {
  const [day = '', time = '00:00:00'] = text.split(' ')
  return day < FIRST_DAY ? text : (Date.parse(`${day}T${time}Z`) - EPOCH) / MS_OF_DAY
}
