import { periodValue } from '../parts/period.ts'

/** A year, `YYYY`. */
export const yearValue = periodValue('year', {
  read: (text) => /^(?!0000)(\d{4})年?$/.exec(text)?.[1] ?? null,
  ofMoment: (moment) => moment.slice(0, 4),
  what: '年份',
  example: '2025',
  column: { type: 'varchar', length: 4 },
})
