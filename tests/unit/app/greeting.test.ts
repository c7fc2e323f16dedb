import { expect, it } from 'vitest'
import { greeting, longDate } from '../../../src/views/dashboard/greeting.ts'

it.each([
  [0, '早上好'],
  [8, '早上好'],
  [9, '上午好'],
  [10, '上午好'],
  [11, '中午好'],
  [12, '中午好'],
  [13, '下午好'],
  [19, '下午好'],
  [20, '晚上好'],
  [23, '晚上好'],
])('at %i greets with %s', (hour, text) => {
  expect(greeting(hour)).toBe(text)
})

it('writes the date with its weekday', () => {
  expect(longDate(new Date(2025, 8, 25))).toBe('2025 年 9 月 25 日 星期四')
})
