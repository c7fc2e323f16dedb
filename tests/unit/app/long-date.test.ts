import { expect, it } from 'vitest'
import { longDate } from '../../../src/views/dashboard/long-date.ts'

it('writes the date with its weekday', () => {
  expect(longDate(new Date(2025, 8, 25))).toBe('2025 年 9 月 25 日 星期四')
})
