import { parsed, refused } from '../../kernel/problem.ts'
import { titleOf } from '../../schema/derive.ts'
import type { FieldValue } from '../../schema/field-value.ts'
import { momentFromWire, readMoment } from '../parts/dates.ts'
import { isNothing, textFromWire } from '../parts/text-value.ts'

/** A moment, `YYYY-MM-DD HH:mm:ss`, in the institution's time. */
export const datetimeValue: FieldValue<string> = {
  type: 'datetime',
  empty: null,
  fromWire: momentFromWire,
  toWire: (value) => value,
  toText: (value) => value ?? '',
  fromText(text) {
    if (text.trim() === '') return parsed(null)
    const moment = readMoment(text)
    return moment === null
      ? refused(`不是有效时间：${text.slice(0, 40)}，应如 2025-09-05 14:30:00`)
      : parsed(moment)
  },
  check: (raw, field) =>
    isNothing(raw) || momentFromWire(raw) !== null
      ? null
      : { code: 'date', text: `${titleOf(field)}不是有效时间：${(textFromWire(raw) ?? '').slice(0, 40)}` },
  column: () => ({ type: 'timestamp' }),
  query: { rules: ['range', 'eq', 'gt', 'ge', 'lt', 'le', 'ne'] },
}
