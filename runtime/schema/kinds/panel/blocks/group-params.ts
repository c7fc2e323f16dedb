import type { FieldValues } from '../../../field-value.ts'
import type { DateUnit } from '../../../query/date-units.ts'

/** How a block puts the records of a screen together; the server does it over all of them. */
export interface BlockGroups {
  by: readonly string[]
  /** Numbers, and `total` for the number of records. */
  sums: readonly string[]
  /** The unit of the dates among `by`. */
  unit?: DateUnit
}

/** The name of the number of records among the numbers of a group. */
export const countKey = 'total'

const auditDates: readonly string[] = ['createTime', 'updateTime']

/** A document with the fields that a block shows. */
type Fielded = { fields: readonly { key: string; type: string }[] } | undefined

/** Whether the values of the key are days or moments. */
export function isDateKey(key: string, document: Fielded, types: FieldValues): boolean {
  const type = document?.fields.find((field) => field.key === key)?.type
  const dataType = type === undefined ? undefined : types.get(type)?.dataType
  return dataType === 'date' || dataType === 'datetime' || auditDates.includes(key)
}

/** The parameters of a request for the groups of a block, besides conditions and order. */
export function groupParams(
  { by, sums, unit }: BlockGroups,
  document: Fielded,
  types: FieldValues,
): Record<string, string> {
  const summed = sums.filter((key) => key !== countKey)
  return {
    groupBy: by.map((key) => (unit && isDateKey(key, document, types) ? `${key}:${unit}` : key)).join(','),
    ...(summed.length > 0 && { field: summed.join(',') }),
  }
}
