import { describe, expect, it } from 'vitest'
import {
  isRelativeDate,
  type RelativeDate,
  relativeDates,
  relativeDays,
} from '#runtime/kernel/relative-dates.ts'
import { dayNumber, isDate } from '#runtime/kernel/time.ts'

describe('relative dates', () => {
  it.each<[RelativeDate, string, string, string]>([
    ['today', '2026-11-22', '2026-11-22', '2026-11-23'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-03-01'],
    ['tomorrow', '2026-12-31', '2027-01-01', '2027-01-02'],
    ['thisWeek', '2026-11-22', '2026-11-16', '2026-11-23'],
    ['thisWeek', '2026-11-23', '2026-11-23', '2026-11-30'],
    ['lastWeek', '2026-11-22', '2026-11-09', '2026-11-16'],
    ['nextWeek', '2026-12-30', '2027-01-04', '2027-01-11'],
    ['thisMonth', '2024-02-29', '2024-02-01', '2024-03-01'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2026-01-01'],
    ['nextMonth', '2026-12-31', '2027-01-01', '2027-02-01'],
    ['thisQuarter', '2026-11-22', '2026-10-01', '2027-01-01'],
    ['lastQuarter', '2026-02-10', '2025-10-01', '2026-01-01'],
    ['thisYear', '2026-11-22', '2026-01-01', '2027-01-01'],
    ['lastYear', '2026-11-22', '2025-01-01', '2026-01-01'],
    ['last7Days', '2026-11-22', '2026-11-16', '2026-11-23'],
    ['last30Days', '2026-03-01', '2026-01-31', '2026-03-02'],
  ])('%s contains its days when today is %s', (word, today, from, next) => {
    expect(relativeDays(word, today)).toEqual({ from, next })
  })

  it('are ranges of valid days when today is any day of five years', () => {
    const start = dayNumber('2023-01-01') ?? 0
    for (let day = start; day < start + 5 * 366; day += 1) {
      const today = new Date(day * 86_400_000).toISOString().slice(0, 10)
      for (const word of Object.keys(relativeDates).filter(isRelativeDate)) {
        const { from, next } = relativeDays(word, today)
        expect(isDate(from) && isDate(next) && from < next, `${word} ${today}`).toBe(true)
      }
    }
  })

  it('are only the listed words', () => {
    for (const text of ['constructor', '__proto__', 'toString', 'last8Days', 'Today', ''])
      expect(isRelativeDate(text)).toBe(false)
  })
})
