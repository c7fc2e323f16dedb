import { isTime } from '../../kernel/time.ts'
import { periodValue } from '../parts/period.ts'

const written = /^(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})?(?:\.\d+)?)?[分秒]?$/

/** A time of day, `HH:mm:ss`. */
export const timeValue = periodValue('time', {
  read(text) {
    const parts = written.exec(text)
    const time = parts && [1, 2, 3].map((at) => (parts[at] ?? '').padStart(2, '0')).join(':')
    return time && isTime(time) ? time : null
  },
  what: '时间',
  example: '14:30:00',
  column: { type: 'time' },
})
