import { parsed, refused } from '../../kernel/problem.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import { dayFromWire, readMoment } from '../parts/dates.ts'
import { isNothing, textFromWire } from '../parts/text-value.ts'

/** A day, `YYYY-MM-DD`, of no time zone. */
export const dateValue: FieldValue<string> = {
  type: 'date',
  empty: null,
  fromWire: dayFromWire,
  toWire: (value) => value,
  toText: (value) => value ?? '',
  fromText(text) {
    if (text.trim() === '') return parsed(null)
    const moment = readMoment(text)
    return moment === null
      ? refused(`不是有效日期：${text.slice(0, 40)}，应如 2025-09-05`)
      : parsed(moment.slice(0, 10))
  },
  check: (raw, field) =>
    isNothing(raw) || dayFromWire(raw) !== null
      ? null
      : { code: 'date', text: `${titleOf(field)}不是有效日期：${(textFromWire(raw) ?? '').slice(0, 40)}` },
  column: () => ({ type: 'date' }),
  query: { rules: ['range', 'eq', 'gt', 'ge', 'lt', 'le', 'ne'] },
}
