import { type Parsed, parsed, refused } from '#runtime/kernel/problem.ts'
import { isDate, isTime } from '#runtime/kernel/time.ts'

/** The field types of this family: the kind of value that a text is read as. */
export type DateKind = 'date' | 'datetime' | 'time' | 'month' | 'year'

/** Longer texts are refused unread. */
const MAX_DATE_TEXT = 100

const pad = (text: string | undefined): string => (text ?? '').padStart(2, '0')

/** Half-width characters, single blanks, no blanks around separators, and a separator for the blanks of 2026 12 1. */
const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/\s+/g, ' ')
    .replace(/ ?([-/.:年月时点分]) ?/g, '$1')
    .replace(/ ([日号秒])/g, '$1')
    .trim()
    .replace(/^(\d{4}) (\d{1,2}) (\d{1,2})(?!\S)/, '$1-$2-$3')

/** No year of two digits: its century would be a guess, which an archive must not store. */
const dayShapes = [
  /^(\d{4})(\d{2})(\d{2})$/,
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})[日号]?$/,
  /^()(\d{1,2})[-/.月](\d{1,2})[日号]?$/,
]
const monthShapes = [/^(\d{4})(\d{2})$/, /^(\d{4})[-/.年 ](\d{1,2})月?$/, /^()(\d{1,2})月$/]
const timeShapes = [
  /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d{1,9})?)?$/,
  /^(\d{1,2})[时点](?:(\d{1,2})(?:分(?:(\d{1,2})秒)?)?)?$/,
  /^(\d{2})(\d{2})(\d{2})?$/,
]
/** A day and the rest after a blank, a T or the character 日. */
const dayAndRest = /^([^T ]*?[日号]|[^T ]+)[T ]?(.*)$/

const matchOne = (shapes: readonly RegExp[], text: string): RegExpExecArray | null => {
  for (const shape of shapes) {
    const found = shape.exec(text)
    if (found) return found
  }
  return null
}

function readTime(text: string): string | null {
  const found = matchOne(timeShapes, text)
  const time = found && `${pad(found[1])}:${pad(found[2])}:${pad(found[3])}`
  return time && isTime(time) ? time : null
}

/** `YYYY-MM-DD`; a text without a year means `thisYear`, and is refused if that is empty. */
function readDay(text: string, thisYear: string): string | null {
  const found = matchOne(dayShapes, text)
  const day = found && `${found[1] || thisYear}-${pad(found[2])}-${pad(found[3])}`
  return day && isDate(day) ? day : null
}

/** A day with the time of day, if the text has one: `time` is then not null. */
function readMoment(text: string, thisYear: string): { day: string; time: string | null } | null {
  const compact = /^(\d{8})(\d{4}|\d{6})$/.exec(text) ?? dayAndRest.exec(text)
  const [, dayText = '', timeText = ''] = compact ?? []
  const day = readDay(dayText, thisYear)
  if (day === null) return null
  const time = timeText === '' ? null : readTime(timeText)
  return timeText !== '' && time === null ? null : { day, time }
}

/** `YYYY-MM`; of a day its month. */
function readMonth(text: string, thisYear: string): string | null {
  const found = matchOne(monthShapes, text)
  if (!found) return readMoment(text, thisYear)?.day.slice(0, 7) ?? null
  const month = `${found[1] || thisYear}-${pad(found[2])}`
  return isDate(`${month}-01`) ? month : null
}

function readYear(text: string): string | null {
  const year = /^(\d{4})年?$/.exec(text)?.[1]
  return year === undefined || year === '0000' ? (readMonth(text, '')?.slice(0, 4) ?? null) : year
}

/**
 * Reads a date or time as people write it: 2026-12-01 08:30:00, 2026/12/1 8:30, 20261201, 12月1日 8时30分, 8:5, 0830.
 * Returns the value of the kind (`YYYY-MM-DD HH:mm:ss` or its part), else null. A day without a year is in the year
 * of `now`; without `now` it is refused.
 */
export function parseDateText(text: string, kind: DateKind, now?: Date): string | null {
  if (text.length > MAX_DATE_TEXT) return null
  const plain = plainText(text)
  const thisYear = now ? String(now.getFullYear()).padStart(4, '0') : ''
  if (kind === 'year') return readYear(plain)
  if (kind === 'month') return readMonth(plain, thisYear)
  const time = kind === 'time' ? readTime(plain) : null
  if (time !== null) return time
  const moment = readMoment(plain, thisYear)
  if (kind === 'time') return moment?.time ?? null
  if (moment === null || kind === 'date') return moment?.day ?? null
  return `${moment.day} ${moment.time ?? '00:00:00'}`
}

/** Whether a text is a day without a time of day, such as 2026-12-01 or 12月1日. */
export function hasNoTime(text: string): boolean {
  const plain = text.length > MAX_DATE_TEXT ? '' : plainText(text)
  return readMoment(plain, '2000')?.time === null
}

const examples: Record<DateKind, { word: string; example: string }> = {
  date: { word: '日期', example: '2026-12-01' },
  datetime: { word: '日期和时间', example: '2026-12-01 08:30:00' },
  time: { word: '时间', example: '08:30:00' },
  month: { word: '月份', example: '2026-12' },
  year: { word: '年份', example: '2026' },
}

/** The problem of a typed text that `parseDateText` refuses. */
export const unreadableText = (kind: DateKind): string =>
  `请输入正确的${examples[kind].word}，例如 ${examples[kind].example}`

/** A typed text as the value of a control; empty text is no value. */
export function readDateText(text: string, kind: DateKind): Parsed<string | null> {
  if (text.trim() === '') return parsed(null)
  const value = parseDateText(text, kind, new Date())
  return value === null ? refused(unreadableText(kind)) : parsed(value)
}
