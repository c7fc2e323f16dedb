/** The parts of the calendar by which dates are put together, with their titles. */
export const dateUnits = { day: '日', month: '月', quarter: '季', year: '年' } as const

export type DateUnit = keyof typeof dateUnits

/** The text of a date in each unit, as PostgreSQL's to_char writes it. */
export const datePatterns: Readonly<Record<DateUnit, string>> = {
  day: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  quarter: 'YYYY"Q"Q',
  year: 'YYYY',
}
