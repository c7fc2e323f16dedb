import { momentFromWire } from '../parts/dates.ts'
import { momentValue } from '../parts/moment-value.ts'

/** A moment, `YYYY-MM-DD HH:mm:ss`, in the institution's time. */
export const datetimeValue = momentValue({
  type: 'datetime',
  stored: 'timestamp',
  word: '时间',
  example: '2025-09-05 14:30:00',
  fromWire: momentFromWire,
  ofMoment: (moment) => moment,
})
