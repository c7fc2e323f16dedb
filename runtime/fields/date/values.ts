import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { defineDateValue } from './date-value.ts'
import { toExcelSerial } from './excel-serial.ts'
import { dayFromWire, momentFromWire, periodFromWire } from './from-wire.ts'

/** A date, `YYYY-MM-DD`, without a time zone. */
export const dateValue = defineDateValue({
  type: 'date',
  word: '日期',
  example: '2025-09-05',
  column: { type: 'date' },
  fromWire: dayFromWire,
  more: {
    usualFor: 'date',
    canGroup: true,
    spreadsheet: { format: 'yyyy\\-mm\\-dd', toCell: toExcelSerial },
  },
})

/** A datetime, `YYYY-MM-DD HH:mm:ss`, in the time zone of the institution. */
export const datetimeValue = defineDateValue({
  type: 'datetime',
  word: '时间',
  example: '2025-09-05 14:30:00',
  column: { type: 'timestamp' },
  fromWire: momentFromWire,
  /** A head has space for its title, sort mark and menu; the editor of a table is 200 pixels wide. */
  more: {
    usualFor: 'datetime',
    columnWidth: { list: 170, edited: 240 },
    spreadsheet: { format: 'yyyy\\-mm\\-dd\\ hh:mm:ss', toCell: toExcelSerial },
  },
})

/** A time of day, `HH:mm:ss`. */
export const timeValue = defineDateValue({
  type: 'time',
  word: '时间',
  example: '14:30:00',
  column: { type: 'time' },
  fromWire: periodFromWire('time'),
  more: { usualFor: 'time' },
})

/** A month, `YYYY-MM`, on paper 2025年9月. For a date its month is used. */
export const monthValue = defineDateValue({
  type: 'month',
  word: '月份',
  example: '2025-09',
  column: { type: 'varchar', length: 7 },
  fromWire: periodFromWire('month'),
  more: {
    canGroup: true,
    toPaper: (month) => `${month.slice(0, 4)}年${Number(month.slice(5))}月`,
  },
})

/** A year, `YYYY`. For a date its year is used. */
export const yearValue = defineDateValue({
  type: 'year',
  word: '年份',
  example: '2025',
  column: { type: 'varchar', length: 4 },
  fromWire: periodFromWire('year'),
  more: { canGroup: true },
})

export const dateValues = {
  date: dateValue,
  datetime: datetimeValue,
  time: timeValue,
  month: monthValue,
  year: yearValue,
} satisfies Record<string, AnyFieldValue>
