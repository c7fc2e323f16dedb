import { parsed, refused } from '#runtime/kernel/problem.ts'
import { titleOf } from '#runtime/schema/derive.ts'
import type { FieldValue } from '#runtime/schema/field-value.ts'
import { isNothing, textFromWire } from '../kit/text/text-value.ts'
import { readMoment } from './dates.ts'

/**
 * The common part of dates and datetimes: text on the wire and on the screen, parsed from usual spellings, queried by
 * range.
 */
export function momentValue(options: {
  type: 'date' | 'datetime'
  stored: 'date' | 'timestamp'
  /** Name in messages, and a valid example. */
  word: string
  example: string
  fromWire(raw: unknown): string | null
  /** Formats a `YYYY-MM-DD HH:mm:ss`. */
  ofMoment(moment: string): string
}): FieldValue<string> {
  return {
    type: options.type,
    empty: null,
    fromWire: options.fromWire,
    toWire: (value) => value,
    toText: (value) => value ?? '',
    fromText(text) {
      if (text.trim() === '') return parsed(null)
      const moment = readMoment(text)
      return moment === null
        ? refused(`不是有效${options.word}：${text.slice(0, 40)}，应如 ${options.example}`)
        : parsed(options.ofMoment(moment))
    },
    check: (raw, field) =>
      isNothing(raw) || options.fromWire(raw) !== null
        ? null
        : {
            code: 'date',
            text: `${titleOf(field)}不是有效${options.word}：${(textFromWire(raw) ?? '').slice(0, 40)}`,
          },
    column: () => ({ type: options.stored }),
    query: { rules: ['range', 'eq', 'gt', 'ge', 'lt', 'le', 'ne'] },
  }
}
