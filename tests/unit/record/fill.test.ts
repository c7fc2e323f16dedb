import { describe, expect, it } from 'vitest'
import { continueSeries } from '#runtime/record/paste/fill.ts'

const next = (values: unknown[], count: number) =>
  Array.from({ length: count }, (_, at) => continueSeries(values)(at))

describe('a series of values', () => {
  it.each([
    ['a number by itself repeats', [5], [5, 5]],
    ['numbers with an even step keep it', [1, 3], [5, 7]],
    ['decimals without the errors of binary fractions', [0.1, 0.2], [0.3, 0.4]],
    ['uneven numbers repeat', [1, 2, 5], [1, 2, 5, 1]],
    ['a day counts on, past the end of its month', ['2025-01-31'], ['2025-02-01', '2025-02-02']],
    ['days a week apart stay so', ['2025-01-01', '2025-01-08'], ['2025-01-15']],
    ['a moment keeps its time of day', ['2025-12-31 08:30:00'], ['2026-01-01 08:30:00']],
    ['a text that ends in a number counts on, digits kept', ['A-008'], ['A-009', 'A-010']],
    ['two such texts keep their step', ['第2卷1', '第2卷3'], ['第2卷5']],
    ['digits alone are a name, not a number', ['007'], ['007']],
    ['other texts repeat in turn', ['甲', '乙'], ['甲', '乙', '甲']],
    ['nothing stays nothing', [null], [null]],
  ])('%s', (_name, values, expected) => expect(next(values, expected.length)).toEqual(expected))

  it('continues before the first value', () => {
    expect([-1, -2].map(continueSeries([10, 20]))).toEqual([0, -10])
    expect(continueSeries(['2025-03-01'])(-1)).toBe('2025-02-28')
    expect(continueSeries(['甲', '乙'])(-1)).toBe('乙')
  })
})
