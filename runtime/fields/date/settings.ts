import { fieldType } from '#runtime/schema/language/property.ts'

export const dateFamilySettings = {
  date: { type: fieldType('date', '日期', 'YYYY-MM-DD') },
  datetime: { type: fieldType('datetime', '日期时间', 'YYYY-MM-DD HH:mm:ss') },
  time: { type: fieldType('time', '时间', 'HH:mm:ss') },
  month: { type: fieldType('month', '月份', 'YYYY-MM，打印成 2026年11月') },
  year: { type: fieldType('year', '年份', 'YYYY') },
}
