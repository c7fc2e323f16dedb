import { isBlank, type JsonObject } from '#runtime/kernel/json.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import type { Condition } from '#runtime/rules/advanced-query/model.ts'
import type { DateUnit } from '#runtime/schema/query/date-units.ts'

/** The records that a figure of a cross table counts: those with these values. */
export interface CountedCell {
  values: Readonly<JsonObject>
  title: string
}

/** Months of each unit; a day is counted in days. */
const months: Readonly<Record<Exclude<DateUnit, 'day'>, number>> = { month: 1, quarter: 3, year: 12 }

/** The first day of a part of the calendar as the server writes it (`2026-10`, `2026Q4`), and the first day after it. */
export function findDays(text: string, unit: DateUnit): [from: string, before: string] | null {
  const [, year = '', month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text) ?? []
  if (year === '') return null
  const quarter = /Q([1-4])$/.exec(text)?.[1]
  const start = quarter === undefined ? Number(month) - 1 : (Number(quarter) - 1) * 3
  const at = (more: number, days: number) =>
    formatDate(new Date(Number(year), start + more, Number(day) + days))
  return [at(0, 0), unit === 'day' ? at(0, 1) : at(months[unit], 0)]
}

/** The conditions of an advanced query for exactly these values; `unit` is that of the values of `isDated` keys. */
export const exactly = (
  values: Readonly<JsonObject>,
  unit: DateUnit | undefined,
  isDated: (key: string) => boolean,
): Condition[] =>
  Object.entries(values).flatMap(([field, value]): Condition[] => {
    if (isBlank(value)) return [{ field, rule: 'empty', val: '' }]
    const days = unit && isDated(field) ? findDays(String(value), unit) : null
    if (!days) return [{ field, rule: 'eq', val: String(value) }]
    return [
      { field, rule: 'ge', val: days[0] },
      { field, rule: 'lt', val: days[1] },
    ]
  })

/** Whether a record has these values. */
export const hasValues = (record: Readonly<JsonObject>, values: Readonly<JsonObject>): boolean =>
  Object.entries(values).every(([key, value]) => (record[key] ?? null) === (value ?? null))
