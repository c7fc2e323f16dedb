import { isBlank } from '#runtime/kernel/json.ts'
import { parsed, refused } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FieldValue, SqlColumn } from '#runtime/schema/field-value.ts'
import { textFromWire } from '../kit/text/text-value.ts'
import { type DateKind, parseDateText } from './date-text.ts'
import { readExcelSerial } from './excel-serial.ts'

/**
 * The value half of a date, time or period: text on the wire and on the screen, parsed from usual spellings, queried
 * by range.
 */
export const defineDateValue = (options: {
  type: DateKind
  /** Name in messages, and a valid example. */
  word: string
  example: string
  column: SqlColumn
  fromWire(raw: unknown): string | null
  more?: Pick<FieldValue<string>, 'usualFor' | 'canGroup' | 'columnWidth' | 'spreadsheet' | 'toPaper'>
}): FieldValue<string> => ({
  type: options.type,
  empty: null,
  dataType: options.type,
  readsAs: () => ({ is: 'moment' }),
  example: options.example,
  fromWire: options.fromWire,
  toWire: (value) => value,
  toText: (value) => value ?? '',
  fromText(text) {
    if (text.trim() === '') return parsed(null)
    const value = parseDateText(text, options.type, new Date()) ?? readExcelSerial(text, options.type)
    return value === null
      ? refused(`不是有效${options.word}：${text.slice(0, 40)}，应如 ${options.example}`)
      : parsed(value)
  },
  check: (raw, field) =>
    isBlank(raw) || options.fromWire(raw) !== null
      ? null
      : {
          code: 'date',
          text: `${getTitle(field)}不是有效${options.word}：${(textFromWire(raw) ?? '').slice(0, 40)}`,
        },
  column: ({ store }) =>
    store === 'timestamptz' && options.column.type === 'timestamp' ? { type: store } : options.column,
  query: { rules: ['range', 'eq', 'gt', 'ge', 'lt', 'le', 'ne'] },
  ...options.more,
})
