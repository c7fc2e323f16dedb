import { formatNumber, roundTo, separated, toBig, toPlain } from '#runtime/kernel/decimal.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { parsed, refused } from '#runtime/kernel/problem.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { AnyFieldValue, FieldValue } from '#runtime/schema/field-value.ts'
import type { CommonField } from '#runtime/schema/types.ts'
import { wrongShape } from '../kit/text/text-value.ts'
import { boundedNumberValue, readDecimal, readFiniteNumber, toExactNumber } from './bounded-number.ts'
import type { NumberFamily } from './settings.ts'

export type NumberV = number | string

const digits = 15
const DEFAULT_SCALE = 2
/** Without a declared scale a quotient keeps the decimal places of the expression division. */
const freeScale = 40

export interface NumberLimits {
  integer: number
  decimals: number
}

/** Maximum digits of a field before and after the decimal point. */
export const numberLimits = (field: CommonField): NumberLimits => ({
  integer: (field.length ?? digits) - (field.scale ?? 0),
  decimals: field.scale ?? (field.store === 'int' || field.store === 'long' ? 0 : freeScale),
})

/** Fewer digits than a double holds. */
const DEFAULT_LIMITS: NumberLimits = { integer: 8, decimals: 6 }

/** A quick check of a usual number, which avoids a decimal for each of ten thousand cells; false decides nothing. */
function isWithin(value: number, { integer, decimals }: NumberLimits): boolean {
  if (decimals > 6 || Math.abs(value) >= 10 ** Math.min(integer, 8)) return false
  const unit = 10 ** decimals
  return Math.round(value * unit) / unit === value
}

/** An optional minus, digits and one decimal point, including incomplete input. */
const isNumberSoFar = (text: string): boolean => /^-?\d*(?:\.\d*)?$/.test(text)

/** The accepted text of an input; null to reject the last key. */
export function admitNumber(typed: string): string | null {
  const text = halfWidth(typed).replace(/[\s,，]/g, '')
  return isNumberSoFar(text) ? text : null
}

/** A number as typed: no separators, every digit. */
export const typedNumber = (value: NumberV | null): string => toBig(value)?.toFixed() ?? ''

/** The value of a text on blur; null if it is no number. */
export const readNumber = (text: string): NumberV | null =>
  /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? toValue(text.replace(/\.$/, '')) : null

/** Excel writes numbers too long for their cell as 1.23E+10. */
const readScientific = (text: string): NumberV | null =>
  /^-?\d+(\.\d+)?e[+-]?\d{1,2}$/i.test(text) ? toValue(Number(text)) : null

/** Digits, decimal point, minus and percent sign of a Chinese input method as ASCII. */
const halfWidth = (text: string): string =>
  text.replace(/[０-９．－％]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))

const toValue = (raw: unknown): NumberV | null => {
  const number = readDecimal(raw)
  return number && toPlain(number)
}

export const inputNumberValue: FieldValue<NumberV, NumberFamily['inputNumber']> = {
  type: 'inputNumber',
  empty: null,
  dataType: 'number',
  example: 1,
  usualFor: 'number',
  align: 'right',
  fromWire(raw) {
    if (typeof raw === 'number' && isWithin(raw, DEFAULT_LIMITS)) return raw || 0
    return toValue(raw)
  },
  /** A field declared longer than the 15 digits of a double is a string for every value, so clients see one type. */
  toWire: (value, field) =>
    value !== null && (field.length ?? digits) > digits ? (toBig(value)?.toFixed() ?? null) : value,
  /**
   * Lists show a fixed number of decimals: for a long scale two, and more only if they are not zero. A full text
   * drops no digit.
   */
  toText(value, field, _lookup, look) {
    const { scale, thousands = true } = field
    if (!thousands) return readDecimal(value)?.toFixed(scale) ?? ''
    const isPlain = typeof value === 'number' && scale !== undefined && scale <= DEFAULT_SCALE
    if (isPlain && isWithin(value, { ...DEFAULT_LIMITS, decimals: scale }))
      return separated(value.toFixed(scale))
    const number = readDecimal(value)
    if (number === null) return ''
    if (scale === undefined) return formatNumber(number)
    const rounded = roundTo(number, scale)
    if (look === 'full' && !rounded.eq(number)) return formatNumber(number)
    const places = Math.max(0, rounded.c.length - 1 - rounded.e)
    return formatNumber(rounded, Math.min(scale, Math.max(DEFAULT_SCALE, places)))
  },
  fromText(text) {
    const plain = halfWidth(text)
      .replace(/[\s,，]/g, '')
      .replace(/^\((.+)\)$/, '-$1')
      .replace(/^(-?)[+¥￥$]/, '$1')
      .replace(/元$/, '')
    if (plain === '' || plain === '—') return parsed(null)
    const bare = plain.replace(/%$/, '')
    const value = toBig(readNumber(bare) ?? readScientific(bare))?.times(bare === plain ? 1 : 0.01)
    return value ? parsed(toPlain(value)) : refused(`不是数字：${text.slice(0, 40)}`)
  },
  check(raw, field) {
    if (isBlank(raw)) return null
    if (typeof raw !== 'number' && typeof raw !== 'string') return wrongShape(field)
    if (typeof raw === 'number' && isWithin(raw, numberLimits(field))) return null
    const number = readDecimal(raw)
    if (number === null)
      return { code: 'number', text: `${getTitle(field)}不是数字：${String(raw).slice(0, 40)}` }
    const { integer, decimals } = numberLimits(field)
    if (number.e + 1 > integer)
      return { code: 'precision', text: `${getTitle(field)}的整数部分最多 ${integer} 位` }
    if (number.c.length - 1 - number.e > decimals)
      return {
        code: 'scale',
        text: decimals === 0 ? `${getTitle(field)}应为整数` : `${getTitle(field)}最多 ${decimals} 位小数`,
      }
    return null
  },
  spreadsheet: { toCell: toExactNumber },
  toNumber: (value) => (value === null ? null : Number(value)),
  column(field) {
    if (field.store === 'int') return { type: 'integer' }
    if (field.store === 'long') return { type: 'bigint' }
    if (field.store === 'double') return { type: 'double precision' }
    return field.scale === undefined
      ? { type: 'numeric' }
      : { type: 'numeric', precision: field.length ?? digits, scale: field.scale }
  },
  query: { rules: ['eq', 'range', 'gt', 'ge', 'lt', 'le', 'ne', 'in'] },
}

export const sliderValue = boundedNumberValue('slider')

/** Progress in percent. A value that is no number counts as 0. */
export const progressValue = boundedNumberValue('progress', {
  fromWire: (raw) => (isBlank(raw) ? null : (readFiniteNumber(raw) ?? 0)),
  toText: (value) => (value === null ? '' : `${value}%`),
})

export const numberValues = {
  inputNumber: inputNumberValue,
  slider: sliderValue,
  progress: progressValue,
} satisfies Record<string, AnyFieldValue>
