import { expect, it } from 'vitest'
import { isMaskedText, maskText } from '#runtime/kernel/text/mask.ts'

it.each([
  ['phone', '13812341234', '138****1234'],
  ['phone', '0571-88001122', '057******1122'],
  ['phone', '8800112', '*******'],
  ['idcard', '33010619900307123X', '330106********123X'],
  ['idcard', '1234567890', '**********'],
  ['phone', '', ''],
] as const)('a %s mask hides the middle of %s', (mask, text, masked) => {
  expect(maskText(mask, text)).toBe(masked)
  expect(maskText(mask, masked)).toBe(masked)
  expect(isMaskedText(masked)).toBe(text !== '')
  expect(isMaskedText(text)).toBe(false)
})
