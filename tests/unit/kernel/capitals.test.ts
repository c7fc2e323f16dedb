import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBig } from '#runtime/kernel/decimal.ts'
import { capitals } from '#runtime/kernel/text/capitals.ts'

const written = (amount: string): string | null => {
  const number = toBig(amount)
  return number && capitals(number)
}

/** Reads capitals back by adding digit by digit; knows nothing of how they are written. */
function readBack(text: string): string {
  const digits = '零壹贰叁肆伍陆柒捌玖'
  const units: Record<string, bigint> = { 拾: 10n, 佰: 100n, 仟: 1000n }
  let [total, section, digit, cents] = [0n, 0n, 0n, 0n]
  for (const letter of text.replace('负', '')) {
    const unit = units[letter]
    if (digits.includes(letter)) digit = BigInt(digits.indexOf(letter))
    else if (unit !== undefined) [section, digit] = [section + digit * unit, 0n]
    else if (letter === '万') [section, digit] = [(section + digit) * 10_000n, 0n]
    else if (letter === '亿') [total, section, digit] = [(section + digit) * 100_000_000n, 0n, 0n]
    else if (letter === '元') [total, section, digit] = [total + section + digit, 0n, 0n]
    else if (letter === '角') [cents, digit] = [cents + digit * 10n, 0n]
    else if (letter === '分') [cents, digit] = [cents + digit, 0n]
  }
  return new Big(`${text.startsWith('负') ? '-' : ''}${total}.${String(cents).padStart(2, '0')}`).toFixed(2)
}

describe('capitals', () => {
  it.each([
    ['1200', '壹仟贰佰元整'],
    ['0', '零元整'],
    ['0.05', '伍分'],
    ['0.5', '伍角整'],
    ['10', '壹拾元整'],
    ['100005', '壹拾万零伍元整'],
    ['1010.01', '壹仟零壹拾元零壹分'],
    ['20500.3', '贰万零伍佰元叁角整'],
    ['100005000', '壹亿零伍仟元整'],
    ['1000000000000', '壹万亿元整'],
    ['9999999999999999.99', '玖仟玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
    ['-3.456', '负叁元肆角陆分'],
    ['-0.001', '零元整'],
  ])('writes %s as %s', (amount, text) => {
    expect(written(amount)).toBe(text)
  })

  it('gives no reading when the amount is ten thousand 万亿 or more', () => {
    expect(written('10000000000000000')).toBeNull()
    expect(written('9999999999999999.995')).toBeNull()
  })

  it('reads back as the amount, and has no doubled or hanging 零', () => {
    const zeros = fc.array(fc.constantFrom('0', '0', '0', '1', '7'), { minLength: 1, maxLength: 16 })
    const whole = fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }).map(String),
      zeros.map((digits) => String(BigInt(digits.join('')))),
    )
    const cents = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'))
    fc.assert(
      fc.property(whole, cents, fc.boolean(), (yuan, fen, isNegative) => {
        const isZero = /^0*$/.test(yuan + fen)
        const amount = `${isNegative && !isZero ? '-' : ''}${yuan}.${fen}`
        const text = written(amount) ?? ''
        expect(readBack(text)).toBe(new Big(amount).toFixed(2))
        if (!isZero) expect(text).not.toMatch(/零零|零[万亿元整角]|^负?零/)
      }),
      { numRuns: 5000 },
    )
  })
})
