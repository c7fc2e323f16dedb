import Big from 'big.js'

/** A separate constructor: the settings of the library's shared one stay unchanged. Ties round away from zero. */
const Decimal = Big()
Decimal.DP = 40
Decimal.RM = Big.roundHalfUp

const plainDecimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/
const MAX_TEXT_LENGTH = 100

/** Reads a number, or text in plain decimal notation (at most 100 characters, no exponent); anything else is null. */
export function toBig(value: unknown): Big | null {
  if (typeof value === 'string') {
    const text = value.trim()
    return text.length <= MAX_TEXT_LENGTH && plainDecimal.test(text) ? new Decimal(text) : null
  }
  if (typeof value === 'number') return Number.isFinite(value) ? new Decimal(value) : null
  if (typeof value === 'bigint') return new Decimal(value.toString())
  if (value instanceof Big) return value.constructor === Decimal ? value : new Decimal(value)
  return null
}

/** Rounds half up (ties away from zero, as PostgreSQL's numeric does) to `scale` places; never gives -0. */
export function roundTo(value: Big, scale: number): Big {
  const rounded = value.round(scale, Big.roundHalfUp)
  return rounded.eq(0) ? new Decimal(0) : rounded
}

/** The wire value: a number when a double represents it exactly (15 significant digits), else decimal text. */
export const toPlain = (value: Big): number | string =>
  value.c.length <= 15 ? value.toNumber() || 0 : value.toFixed()

/** Text with thousands separators, at `scale` places when it is given; '' for a value that is no number. */
export function formatNumber(value: unknown, scale?: number): string {
  const number = toBig(value)
  if (!number) return ''
  return separated(scale === undefined ? number.toFixed() : roundTo(number, scale).toFixed(scale))
}

/** Plain decimal text with thousands separators. */
export function separated(text: string): string {
  const [whole = '', places] = text.split('.')
  if (whole.length < 4) return text
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return places === undefined ? grouped : `${grouped}.${places}`
}

export type { Big }
