import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber, roundTo, toBig, toPlain } from '#runtime/kernel/decimal.ts'

const rounded = (value: unknown, scale: number): string | undefined => {
  const number = toBig(value)
  return number ? roundTo(number, scale).toFixed(scale) : undefined
}

describe('reading numbers', () => {
  it.each([
    [1.5, '1.5'],
    ['1.50', '1.5'],
    [' 12 ', '12'],
    ['-.5', '-0.5'],
    ['5.', '5'],
    [10n, '10'],
    [1e21, '1000000000000000000000'],
    ['1234567890123456789012345678901234567890', '1234567890123456789012345678901234567890'],
  ])('reads %s as %s', (value, text) => {
    expect(toBig(value)?.toFixed()).toBe(text)
  })

  it.each([
    '',
    ' ',
    '.',
    '-',
    '1,000',
    '1e5',
    '0x10',
    'abc',
    '1 2',
    '+1',
    '١',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    null,
    undefined,
    [],
    [1],
    {},
    new Date(0),
    '1'.repeat(101),
  ])('takes %j for no number', (value) => {
    expect(toBig(value)).toBeNull()
  })

  it('gives the shared constructor of the library neither our precision nor our rounding', () => {
    toBig(1)?.div(3)
    expect([Big.DP, Big.RM]).toEqual([20, 1])
    expect(toBig(new Big(1))?.div(3).toFixed().length).toBe('0.'.length + 40)
  })
})

describe('rounding', () => {
  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['1.0049999', 2, '1.00'],
    ['0.125', 2, '0.13'],
    ['-0.001', 2, '0.00'],
    [0.1 + 0.2, 2, '0.30'],
    ['9999999999999999.995', 2, '10000000000000000.00'],
  ])('rounds %s at %i places half up to %s', (value, scale, text) => {
    expect(rounded(value, scale)).toBe(text)
  })

  it('gives 1720 ÷ 1.13 as 1522.12', () => {
    const net = toBig('1720')?.div('1.13')
    expect(net && roundTo(net, 2).toFixed()).toBe('1522.12')
  })

  it('agrees with integer arithmetic on every amount of cents', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (thousandths) => {
        const size = thousandths < 0n ? -thousandths : thousandths
        const cents = (size + 5n) / 10n
        const digits = cents.toString().padStart(3, '0')
        const sign = thousandths < 0n && cents > 0n ? '-' : ''
        const text = `${thousandths < 0n ? '-' : ''}${size / 1000n}.${(size % 1000n).toString().padStart(3, '0')}`
        expect(rounded(text, 2)).toBe(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`)
      }),
    )
  })
})

describe('the plain form', () => {
  it.each([
    ['1.50', 1.5],
    ['123456789012345', 123456789012345],
    ['0.123456789012345', 0.123456789012345],
    ['1234567890123456', '1234567890123456'],
    ['1234567890123.456', '1234567890123.456'],
    ['-0', 0],
    ['100000000000000000000', 1e20],
  ])('turns %s into %j', (text, plain) => {
    const number = toBig(text)
    expect(number && toPlain(number)).toBe(plain)
  })

  it('loses nothing on the way through JSON', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?[1-9]\d{0,20}(\.\d{1,10})?$/), (text) => {
        const number = toBig(text)
        const back = number && toBig(JSON.parse(JSON.stringify(toPlain(number))))
        expect(back && number.eq(back)).toBe(true)
      }),
    )
  })
})

describe('numbers for people', () => {
  it.each([
    [1234567.891, undefined, '1,234,567.891'],
    [1720, 2, '1,720.00'],
    ['-1234.5', 2, '-1,234.50'],
    [999, undefined, '999'],
    [-999, undefined, '-999'],
    ['1000', 0, '1,000'],
    ['1234567890123456.785', 2, '1,234,567,890,123,456.79'],
    [-0.001, 2, '0.00'],
    ['abc', 2, ''],
    [null, 2, ''],
  ])('shows %j at %j places as %j', (value, scale, text) => {
    expect(formatNumber(value, scale)).toBe(text)
  })
})
