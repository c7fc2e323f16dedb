import { describe, expect, it } from 'vitest'
import type { CalendarPlan } from '#runtime/screens/calendar/calendar-plan.ts'
import {
  listDays,
  rangeAs,
  rangeTitle,
  readRange,
  stepRange,
  writeRange,
} from '#runtime/screens/calendar/calendar-range.ts'
import { rangeConditions } from '#runtime/screens/calendar/load-range.ts'
import { fitWeek, layoutWeek, listEntries } from '#runtime/screens/calendar/week-layout.ts'

const today = '2026-11-22'
const plan = { date: { key: 'start' }, end: { key: 'end' } } as unknown as CalendarPlan
const row = (id: string, start: string | null, end: string | null = null) => ({ id, start, end })

describe('the range of a calendar', () => {
  it.each([
    ['2026-11', { unit: 'month', day: '2026-11-01' }],
    ['2026-11-18', { unit: 'week', day: '2026-11-18' }],
    ['2026-13', { unit: 'month', day: today }],
    [null, { unit: 'month', day: today }],
  ] as const)('reads %s from the address', (text, range) => {
    expect(readRange(text, today)).toEqual(range)
  })

  it('completes the first and the last week of a month, from Monday', () => {
    const days = listDays({ unit: 'month', day: '2026-11-01' })
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42])
    expect(listDays({ unit: 'month', day: '2027-02-15' })).toHaveLength(28)
  })

  it('steps over the end of a year', () => {
    expect(writeRange(stepRange({ unit: 'month', day: '2026-12-31' }, 1))).toBe('2027-01')
    expect(writeRange(stepRange({ unit: 'week', day: '2027-01-01' }, -1))).toBe('2026-12-25')
  })

  it('shows the week of today when a month with today becomes a week', () => {
    expect(rangeAs({ unit: 'month', day: '2026-11-01' }, 'week', today).day).toBe(today)
    expect(rangeAs({ unit: 'month', day: '2026-10-01' }, 'week', today).day).toBe('2026-10-01')
  })

  it('is named by its month or its days', () => {
    expect(rangeTitle({ unit: 'month', day: '2026-11-22' })).toBe('2026 年 11 月')
    expect(rangeTitle({ unit: 'week', day: '2026-11-18' })).toBe('2026 年 11 月 16 日至 22 日')
    expect(rangeTitle({ unit: 'week', day: '2026-12-01' })).toBe('2026 年 11 月 30 日至 12 月 6 日')
  })

  it('is narrowed by the dates of the query bar', () => {
    const days = listDays({ unit: 'week', day: '2026-11-18' })
    expect(rangeConditions(plan, days, {})).toEqual({ start_begin: '2026-11-16', start_end: '2026-11-22' })
    expect(rangeConditions(plan, days, { start_begin: '2026-11-18', start_end: '2026-12-31' })).toEqual({
      start_begin: '2026-11-18',
      start_end: '2026-11-22',
    })
  })
})

describe('a week', () => {
  const days = listDays({ unit: 'week', day: '2026-11-18' })
  const entries = listEntries(
    [
      row('long', '2026-11-10 09:00:00', '2026-11-18 17:00:00'),
      row('noon', '2026-11-17 12:00:00'),
      row('early', '2026-11-17 08:00:00'),
      row('late', '2026-11-20', '2026-11-30'),
      row('none', null),
      row('wrong', '2026-11-19', '2026-11-01'),
    ],
    plan,
  )

  it('orders records by day and time, and drops those without a date', () => {
    expect(entries.map(({ row }) => row.id)).toEqual(['long', 'early', 'noon', 'wrong', 'late'])
    expect(entries.map(({ time }) => time)).toEqual(['09:00', '08:00', '12:00', undefined, undefined])
    expect(entries.find(({ row }) => row.id === 'wrong')?.to).toBe('2026-11-19')
  })

  it('places each record in the first free line, cut at the ends of the week', () => {
    const placed = layoutWeek(entries, days).map(({ entry, column, length, lane, startsHere, endsHere }) => [
      entry.row.id,
      column,
      length,
      lane,
      startsHere,
      endsHere,
    ])
    expect(placed).toEqual([
      ['long', 0, 3, 0, false, true],
      ['early', 1, 1, 1, true, true],
      ['noon', 1, 1, 2, true, true],
      ['wrong', 3, 1, 0, true, true],
      ['late', 4, 3, 0, true, false],
    ])
  })

  it('counts the records of a day that do not fit', () => {
    const { fitting, hidden } = fitWeek(layoutWeek(entries, days), 2)
    expect(fitting.map(({ entry }) => entry.row.id)).toEqual(['long', 'wrong', 'late'])
    expect([...hidden]).toEqual([[1, 2]])
    expect(fitWeek(layoutWeek(entries, days), 3).hidden.size).toBe(0)
  })
})
