import { isTime } from '../../kernel/time.ts'
import { periodValue } from '../parts/period.ts'

const written = /^(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})?(?:\.\d+)?)?[分秒]?$/

const plain = periodValue('time', {
  read(text) {
    const parts = written.exec(text)
    const time = parts && [1, 2, 3].map((at) => (parts[at] ?? '').padStart(2, '0')).join(':')
    return time && isTime(time) ? time : null
  },
  ofMoment: (moment) => moment.slice(11),
  what: '时间',
  example: '14:30:00',
  column: { type: 'time' },
})

/** Any day, as Excel counts them. */
const aDay = 40_000

/** A time of day, `HH:mm:ss`. In Excel it is a part of a day. */
export const timeValue: typeof plain = {
  ...plain,
  fromText(text, field, lookup) {
    const part = /^0?\.\d+$/.test(text.trim()) ? String(aDay + Number(text)) : text
    return plain.fromText(part, field, lookup)
  },
}
