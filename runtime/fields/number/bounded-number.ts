import { type Big, toBig } from '#runtime/kernel/decimal.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { parsed, refused } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FieldValue } from '#runtime/schema/field-value.ts'
import { textFromWire, wrongShape } from '../kit/text/text-value.ts'
import type { NumberFamily } from './settings.ts'

export const numberBounds = ({
  min = 0,
  max = 100,
}: NumberFamily['slider']): { min: number; max: number } => ({
  min,
  max,
})

/** A number, or its text, as a decimal; null for any other value. */
export const readDecimal = (raw: unknown): Big | null =>
  typeof raw === 'number' || typeof raw === 'string' ? toBig(raw) : null

/** A finite number within the range of a double, else null. */
export function readFiniteNumber(raw: unknown): number | null {
  const value = readDecimal(raw)?.toNumber() ?? Number.NaN
  return Number.isFinite(value) ? value : null
}

/** Digits that a spreadsheet keeps of a number. */
const MAX_SPREADSHEET_DIGITS = 15

/** A number as a spreadsheet holds it; one with more digits as text. */
export const toExactNumber = (value: number | string): number | string =>
  String(value).replace(/\D|e.*$/gi, '').length <= MAX_SPREADSHEET_DIGITS ? Number(value) : String(value)

/** The value half of a number between two bounds, 0 and 100 by default. */
export const boundedNumberValue = (
  type: string,
  over: Partial<FieldValue<number, NumberFamily['slider']>> = {},
): FieldValue<number, NumberFamily['slider']> => ({
  type,
  empty: null,
  dataType: 'number',
  example: 1,
  align: 'right',
  fromWire: readFiniteNumber,
  toWire: (value) => value,
  toText: (value) => toBig(value)?.toFixed() ?? '',
  fromText(text) {
    const plain = text
      .trim()
      .replace(/[%％]$/, '')
      .trimEnd()
    if (plain === '') return parsed(null)
    const value = readFiniteNumber(plain)
    return value === null ? refused(`不是数字：${text.slice(0, 40)}`) : parsed(value)
  },
  check(raw, field) {
    if (isBlank(raw)) return null
    if (typeof raw !== 'number' && typeof raw !== 'string') return wrongShape(field)
    const value = readFiniteNumber(raw)
    if (value === null)
      return { code: 'number', text: `${getTitle(field)}不是数字：${(textFromWire(raw) ?? '').slice(0, 40)}` }
    const { min, max } = numberBounds(field)
    return value < min || value > max
      ? { code: 'range', text: `${getTitle(field)}应在 ${min} 到 ${max} 之间` }
      : null
  },
  spreadsheet: { toCell: toExactNumber },
  toNumber: (value) => value,
  column: () => ({ type: 'numeric' }),
  query: { rules: ['range', 'ge', 'le', 'gt', 'lt', 'eq', 'ne'] },
  ...over,
})
