/** The fields of a Quartz expression, in the order of the form: week is written after month. */
export type CronUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'week' | 'year'

/** The order in which an expression writes its fields. */
export const cronUnits: readonly CronUnit[] = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year']

interface UnitRule {
  title: string
  min: number
  max: number
  /** The largest step; Quartz refuses larger ones. 60 minutes are accepted because the cron dialog offers them. */
  maxStep: number
  /** A range may run past the largest value: 22-2 in hours. Years have no cycle. */
  isCyclic: boolean
}

export const cronRules: Readonly<Record<CronUnit, UnitRule>> = {
  second: { title: '秒', min: 0, max: 59, maxStep: 59, isCyclic: true },
  minute: { title: '分', min: 0, max: 59, maxStep: 60, isCyclic: true },
  hour: { title: '时', min: 0, max: 23, maxStep: 23, isCyclic: true },
  day: { title: '日', min: 1, max: 31, maxStep: 31, isCyclic: true },
  month: { title: '月', min: 1, max: 12, maxStep: 12, isCyclic: true },
  week: { title: '周', min: 1, max: 7, maxStep: 7, isCyclic: true },
  year: { title: '年', min: 1970, max: 2119, maxStep: 149, isCyclic: false },
}

/** Names that month and week accept in place of numbers; the first is 1. */
export const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
export const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

const weekdayCharacters = '日一二三四五六'
/** Quartz counts weekdays from 1 = 星期日. */
export const weekdayTitle = (weekday: number): string => `星期${weekdayCharacters[weekday - 1] ?? '?'}`

/** A value, a range or either with a step: 5, 1-5, 0/15, 1-30/5. `start` null is the smallest value (`*` before a step). */
export interface CronItem {
  start: number | null
  end?: number
  step?: number
}

/**
 * One field: every value (`*`), no condition (`?`), listed values, or one of the forms of day (L, L-n, LW, L-nW, nW) and
 * week (nL, n#k).
 */
export type CronField =
  | { kind: 'every' }
  | { kind: 'none' }
  | { kind: 'values'; items: readonly CronItem[] }
  | { kind: 'last'; offset: number; isWorkday: boolean }
  | { kind: 'nearestWorkday'; day: number }
  | { kind: 'lastWeekday'; weekday: number }
  | { kind: 'nthWeekday'; weekday: number; nth: number }

/** A parsed expression; exactly one of day and week is `none`. */
export type CronExpression = Readonly<Record<CronUnit, CronField>>

/** The values of a field in ascending order; those of `every` and `none` are all values of the unit. */
export function listValues(field: CronField, unit: CronUnit): number[] {
  const { min, max } = cronRules[unit]
  const values = new Set<number>()
  const items = field.kind === 'values' ? field.items : [{ start: null, step: 1 }]
  for (const { start, end, step } of items) {
    const first = start ?? min
    if (step === 0 || (end === undefined && step === undefined)) values.add(first)
    else {
      const last = end === undefined ? max : end < first ? end + (max - min + 1) : end
      for (let value = first; value <= last; value += step ?? 1)
        values.add(value > max ? value - (max - min + 1) : value)
    }
  }
  return [...values].sort((a, b) => a - b)
}
