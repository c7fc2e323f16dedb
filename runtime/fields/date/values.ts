import { isDate, isTime } from '#runtime/kernel/time.ts'
import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { dayFromWire, momentFromWire } from './dates.ts'
import { momentValue } from './moment-value.ts'
import { periodValue } from './period.ts'

/** A date, `YYYY-MM-DD`, without a time zone. */
export const dateValue = momentValue({
  type: 'date',
  stored: 'date',
  word: '日期',
  example: '2025-09-05',
  fromWire: dayFromWire,
  ofMoment: (moment) => moment.slice(0, 10),
})

/** A datetime, `YYYY-MM-DD HH:mm:ss`, in the time zone of the institution. */
export const datetimeValue = momentValue({
  type: 'datetime',
  stored: 'timestamp',
  word: '时间',
  example: '2025-09-05 14:30:00',
  fromWire: momentFromWire,
  ofMoment: (moment) => moment,
})

const written = /^(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})?(?:\.\d+)?)?[分秒]?$/

const plain = periodValue('time', {
  read(text) {
    const parts = written.exec(text)
    const time = parts && [1, 2, 3].map((at) => (parts[at] ?? '').padStart(2, '0')).join(':')
    return time && isTime(time) ? time : null
  },
  ofMoment: (moment) => moment.slice(11),
  name: '时间',
  example: '14:30:00',
  column: { type: 'time' },
})

/** Any day, as Excel counts them. */
const aDay = 40_000

/** A time of day, `HH:mm:ss`. In Excel it is a fraction of a day. */
export const timeValue: typeof plain = {
  ...plain,
  fromText(text, field, lookup) {
    const part = /^0?\.\d+$/.test(text.trim()) ? String(aDay + Number(text)) : text
    return plain.fromText(part, field, lookup)
  },
}

const monthWritten = /^(\d{4})(?:[-/.年]?(\d{2})|[-/.年](\d))月?(?:[-/.]?\d{1,2}日?)?$/

/** A month, `YYYY-MM`. For a date its month is used. */
export const monthValue = periodValue('month', {
  read(text) {
    const parts = monthWritten.exec(text)
    if (!parts) return null
    const month = `${parts[1]}-${(parts[2] ?? parts[3] ?? '').padStart(2, '0')}`
    return isDate(`${month}-01`) ? month : null
  },
  ofMoment: (moment) => moment.slice(0, 7),
  name: '月份',
  example: '2025-09',
  column: { type: 'varchar', length: 7 },
})

/** A year, `YYYY`. */
export const yearValue = periodValue('year', {
  read: (text) => /^(?!0000)(\d{4})年?$/.exec(text)?.[1] ?? null,
  ofMoment: (moment) => moment.slice(0, 4),
  name: '年份',
  example: '2025',
  column: { type: 'varchar', length: 4 },
})

export const dateValues = {
  date: dateValue,
  datetime: datetimeValue,
  time: timeValue,
  month: monthValue,
  year: yearValue,
} satisfies Record<string, AnyFieldValue>
