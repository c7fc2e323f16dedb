import type { CronUnit } from './expression.ts'

/** One unit of the cron dialog; the keys are those of the specification. */
export interface CronUnitModel {
  /** 1 every, 2 start and step, 3 listed values, 4 range; for the day see `dayModes`. */
  cronEvery: number
  incrementStart: number
  incrementIncrement: number
  rangeStart: number
  rangeEnd: number
  specificSpecific: number[]
}

/** The form of the cron dialog. The mode of the day decides about day and week; the mode of the week is always 1. */
export interface CronModel {
  second: CronUnitModel
  minute: CronUnitModel
  hour: CronUnitModel
  day: CronUnitModel & {
    cronLastSpecificDomDay: number
    cronDaysBeforeEomMinus: number
    cronDaysNearestWeekday: number
  }
  week: CronUnitModel & { cronNthDayDay: number; cronNthDayNth: number }
  month: CronUnitModel
  year: CronUnitModel
}

/** Modes of all units but the day. */
export const unitModes = { every: 1, step: 2, list: 3, range: 4 } as const

/** Modes of the day. */
export const dayModes = {
  every: 1,
  weekdayStep: 2,
  step: 3,
  weekdays: 4,
  days: 5,
  last: 6,
  lastWorkday: 7,
  lastWeekday: 8,
  beforeEnd: 9,
  nearestWorkday: 10,
  nthWeekday: 11,
} as const

/** An inclusive interval of whole numbers. */
export type Bounds = readonly [min: number, max: number]

interface UnitBounds {
  start: Bounds
  step: Bounds
  range: Bounds
  /** The listed values. */
  list: Bounds
}

const same = (bounds: Bounds, step: Bounds): UnitBounds => ({
  start: bounds,
  step,
  range: bounds,
  list: bounds,
})
const firstYear = 2019

/** The bounds of the dialog's inputs. Steps of hour and month begin at 0, which is the first value alone. */
export const cronBounds: Readonly<Record<CronUnit, UnitBounds>> = {
  second: same([0, 59], [1, 59]),
  minute: same([0, 59], [1, 60]),
  hour: same([0, 23], [0, 23]),
  day: same([1, 31], [1, 31]),
  month: same([1, 12], [0, 12]),
  week: same([1, 7], [1, 7]),
  year: {
    ...same([firstYear, firstYear + 100], [1, 99]),
    list: [firstYear, firstYear + 99],
  },
}

/** Days before the end of a month, the day of the nearest workday, and the count of a weekday in its month. */
export const dayBounds = { beforeEnd: [1, 30], nearest: [1, 31], nth: [1, 5] } as const satisfies Record<
  string,
  Bounds
>

const unit = (bounds: UnitBounds): CronUnitModel => ({
  cronEvery: unitModes.every,
  incrementStart: bounds.start[0],
  incrementIncrement: 1,
  rangeStart: bounds.range[0],
  rangeEnd: bounds.range[0],
  specificSpecific: [],
})

/** A new form: every second of every day; each input holds its smallest value, steps hold 1. */
export const emptyCronModel = (): CronModel => ({
  second: unit(cronBounds.second),
  minute: unit(cronBounds.minute),
  hour: unit(cronBounds.hour),
  day: {
    ...unit(cronBounds.day),
    cronLastSpecificDomDay: 1,
    cronDaysBeforeEomMinus: 1,
    cronDaysNearestWeekday: 1,
  },
  week: { ...unit(cronBounds.week), cronNthDayDay: 1, cronNthDayNth: 1 },
  month: unit(cronBounds.month),
  year: unit(cronBounds.year),
})
