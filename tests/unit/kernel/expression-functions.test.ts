import { describe, expect, it } from 'vitest'
import type { Scope } from '#runtime/kernel/expression.ts'
import { result } from './expression-scope.ts'

describe('functions', () => {
  it.each([
    ['sum(items.n)', '7.5'],
    ['sum(items.n, 0.5, nothing)', '8'],
    ['sum(nothing)', '0'],
    ['avg(items.n)', '2.5'],
    ['count(items.n)', '3'],
    ['count(items)', '2'],
    ['len(items)', '2'],
    ['len(word)', '2'],
    ['len(nothing)', '0'],
    ['min(items.n)', '1'],
    ['max(items.n, 5)', '5'],
    ['round(2.345, 2)', '2.35'],
    ['round(-2.5)', '-3'],
    ['abs(0 - fprice)', '12.5'],
  ])('%s is %s', (text, value) => {
    expect(String(result(text))).toBe(value)
  })

  it.each([
    ['min(dates.d)', '2024-12-31'],
    ['max(dates.d)', '2025-03-01'],
    ['concat("RK", fnum, nothing, "-", word)', 'RK3-志书'],
    ['join(list)', 'a,13,'],
    ['join(codes, "|")', 'a|b|13'],
    ['contains(list, "13")', true],
    ['contains(codes, "1")', false],
    ['contains(codes, 13)', true],
    ['contains(word, "书")', true],
    ['contains(word, nothing)', false],
    ['contains(nothing, "a")', false],
  ])('%s is %j', (text, value) => {
    expect(result(text)).toBe(value)
  })

  it.each(['avg(nothing)', 'min(nothing)', 'abs(word)', 'round(word)', 'round(1, 0.5)', 'round(1, 11)'])(
    '%s comes to nothing',
    (text) => {
      expect(result(text)).toBeNull()
    },
  )

  it('gives the initials of a text without its punctuation, and nothing for an empty one', () => {
    expect(result('initials("《浙江·通志》A4")')).toBe('zjtza4')
    expect(result('initials(nothing)')).toBeNull()
    expect(result('initials("（）")')).toBeNull()
  })

  it('refuses to grow text without end', () => {
    const long: Scope = () => 'x'.repeat(60_000)
    expect(result('concat(a)', long)).toHaveLength(60_000)
    expect(result('concat(a, a)', long)).toBeNull()
  })
})
