import { isDate } from '../../kernel/time.ts'
import { periodValue } from '../parts/period.ts'

const written = /^(\d{4})(?:[-/.年]?(\d{2})|[-/.年](\d))月?(?:[-/.]?\d{1,2}日?)?$/

/** A month, `YYYY-MM`. Of a day its month is taken. */
export const monthValue = periodValue('month', {
  read(text) {
    const parts = written.exec(text)
    if (!parts) return null
    const month = `${parts[1]}-${(parts[2] ?? parts[3] ?? '').padStart(2, '0')}`
    return isDate(`${month}-01`) ? month : null
  },
  ofMoment: (moment) => moment.slice(0, 7),
  what: '月份',
  example: '2025-09',
  column: { type: 'varchar', length: 7 },
})
