import { isDate, isDateTime, isTime } from '#runtime/kernel/time.ts'
import type { SqlColumn } from '#runtime/schema/field-value.ts'

const number = /^[+-]?\d{1,60}(\.\d{1,30})?$/
const integerPattern = /^[+-]?\d{1,20}$/
const within = (text: string, bits: 31n | 63n): boolean => {
  const value = BigInt(text)
  return value >= -(2n ** bits) && value < 2n ** bits
}

/** Parses a text of a request by the column's type, or returns null so that it never reaches SQL. */
export function operand(text: string, type: SqlColumn): string | null {
  if (text.includes('\u0000')) return null
  const value = text.trim()
  switch (type.type) {
    case 'varchar':
    case 'text':
      return text.length <= 2000 ? text : null
    case 'numeric':
    case 'double precision':
      return number.test(value) ? value : null
    case 'integer':
      return integerPattern.test(value) && within(value, 31n) ? value : null
    case 'bigint':
      return integerPattern.test(value) && within(value, 63n) ? value : null
    case 'date':
      return isDate(value) ? value : isDateTime(value) ? value.slice(0, 10) : null
    case 'timestamp':
    case 'timestamptz':
      if (isDate(value)) return `${value} 00:00:00`
      return isDateTime(value) ? value : null
    case 'time':
      return isTime(value) ? value : null
    case 'boolean':
      return value === 'true' || value === 'false' ? value : null
    default:
      return null
  }
}

export const isText = (type: SqlColumn): boolean => type.type === 'varchar' || type.type === 'text'
