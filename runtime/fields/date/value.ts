import { dayFromWire } from '../parts/dates.ts'
import { momentValue } from '../parts/moment-value.ts'

/** A day, `YYYY-MM-DD`, of no time zone. */
export const dateValue = momentValue({
  type: 'date',
  stored: 'date',
  word: '日期',
  example: '2025-09-05',
  fromWire: dayFromWire,
  ofMoment: (moment) => moment.slice(0, 10),
})
