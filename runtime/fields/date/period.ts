import { parsed, refused } from '#runtime/kernel/problem.ts'
import { titleOf } from '#runtime/schema/derive.ts'
import type { FieldValue, SqlColumn } from '#runtime/schema/field-value.ts'
import { isNothing, textFromWire } from '../kit/text/text-value.ts'
import { readMoment } from './dates.ts'

interface Period {
  /** Parses usual spellings into the stored text; null for an invalid text. */
  read(text: string): string | null
  /** The same for a datetime `YYYY-MM-DD HH:mm:ss`: Excel has no other times, and its days are numbers. */
  ofMoment(moment: string): string
  name: string
  example: string
  column: SqlColumn
}

/** The value half of a point or period of time that is stored as text of one fixed format. */
export const periodValue = (
  type: string,
  { read, ofMoment, name, example, column }: Period,
): FieldValue<string> => {
  const fromWire = (raw: unknown): string | null => {
    const text = textFromWire(raw)
    return text === null || text.length > 40 ? null : read(text.trim())
  }
  return {
    type,
    empty: null,
    fromWire,
    toWire: (value) => value,
    toText: (value) => value ?? '',
    fromText(text) {
      if (text.trim() === '') return parsed(null)
      // A short number is a typing error here, not a day of the year 1900.
      const isShort = /^\d{1,4}(\.\d+)?$/.test(text.trim())
      const moment = fromWire(text) === null && !isShort ? readMoment(text) : null
      const value = moment === null ? fromWire(text) : ofMoment(moment)
      return value === null
        ? refused(`不是有效${name}：${text.slice(0, 40)}，应如 ${example}`)
        : parsed(value)
    },
    check: (raw, field) =>
      isNothing(raw) || fromWire(raw) !== null
        ? null
        : {
            code: 'date',
            text: `${titleOf(field)}不是有效${name}：${(textFromWire(raw) ?? '').slice(0, 40)}`,
          },
    column: () => column,
    query: { rules: ['range', 'eq', 'ge', 'le', 'gt', 'lt', 'ne'] },
  }
}
