/** The parts of the calendar by which dates are put together, with their titles. */
export const dateUnits = { day: '日', month: '月', quarter: '季', year: '年' } as const

export type DateUnit = keyof typeof dateUnits
