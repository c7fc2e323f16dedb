import { describe, expect, it } from 'vitest'
import { checkCreditCode, checkIsbn } from '#runtime/rules/numbers.ts'

const context = { title: '税号', scope: () => null }

describe('numbers that prove themselves', () => {
  it.each(['91350100M000100Y43', '', null])('take the credit code %j', (value) => {
    expect(checkCreditCode(value, context)).toBeNull()
  })
  it.each(['91350100M000100Y44', '91350100M000100Y4', '91350100I000100Y43', 5])(
    'refuse the credit code %j',
    (value) => {
      expect(checkCreditCode(value, context)).toBe('税号不是正确的统一社会信用代码')
    },
  )
  it.each(['978-7-02-000220-7', '9787020002207', '7-02-000220-X', ''])('take the ISBN %j', (value) => {
    expect(checkIsbn(value, context)).toBeNull()
  })
  it.each(['978-7-02-000220-8', '7-02-000220-1', '1234567890123', 'abc'])('refuse the ISBN %j', (value) => {
    expect(checkIsbn(value, context)).toMatch('ISBN')
  })
})
