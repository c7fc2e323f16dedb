import { describe, expect, it } from 'vitest'
import { continueSeries } from '#runtime/record/paste/fill.ts'
import type { DataType } from '#runtime/schema/field-value.ts'

const next = (dataType: DataType, values: unknown[], count: number) =>
  Array.from({ length: count }, (_, at) => continueSeries(values, dataType)(at))

describe('a series of values', () => {
  it.each<[string, DataType, unknown[], unknown[]]>([
    ['a number by itself repeats', 'number', [5], [5, 5]],
    ['numbers with an even step keep it', 'number', [1, 3], [5, 7]],
    ['decimals without the errors of binary fractions', 'number', [0.1, 0.2], [0.3, 0.4]],
    ['uneven numbers repeat', 'number', [1, 2, 5], [1, 2, 5, 1]],
    ['an amount that is text by itself repeats', 'number', ['12.5'], ['12.5', '12.5']],
    ['amounts that are text keep their step and stay text', 'number', ['12.50', '13'], ['13.5', '14']],
    [
      'amounts of more than 15 digits keep every digit',
      'number',
      ['9007199254740993.01', '9007199254740993.02'],
      ['9007199254740993.03'],
    ],
    ['a day counts on, past the end of its month', 'date', ['2025-01-31'], ['2025-02-01', '2025-02-02']],
    ['days a week apart stay so', 'date', ['2025-01-01', '2025-01-08'], ['2025-01-15']],
    ['a moment keeps its time of day', 'datetime', ['2025-12-31 08:30:00'], ['2026-01-01 08:30:00']],
    ['a month counts on, past the end of its year', 'month', ['2026-12'], ['2027-01', '2027-02']],
    ['months a quarter apart stay so', 'month', ['2026-07', '2026-10'], ['2027-01', '2027-04']],
    ['a time repeats', 'time', ['08:30:59'], ['08:30:59', '08:30:59']],
    ['a year repeats', 'year', ['2026'], ['2026']],
    ['a text that ends in a number counts on, digits kept', 'text', ['A-008'], ['A-009', 'A-010']],
    ['two such texts keep their step', 'text', ['第2卷1', '第2卷3'], ['第2卷5']],
    ['a day that is text counts on as a day', 'text', ['2025-01-31'], ['2025-02-01']],
    ['digits alone are a name, not a number', 'text', ['007'], ['007']],
    ['other texts repeat in turn', 'text', ['甲', '乙'], ['甲', '乙', '甲']],
    ['an address repeats', 'code', ['https://a.example/page1'], ['https://a.example/page1']],
    ['nothing stays nothing', 'text', [null], [null]],
  ])('%s', (_name, dataType, values, expected) =>
    expect(next(dataType, values, expected.length)).toEqual(expected),
  )

  it('continues before the first value', () => {
    expect([-1, -2].map(continueSeries([10, 20], 'number'))).toEqual([0, -10])
    expect(continueSeries(['2025-03-01'], 'date')(-1)).toBe('2025-02-28')
    expect(continueSeries(['2026-01'], 'month')(-1)).toBe('2025-12')
    expect(continueSeries(['甲', '乙'], 'text')(-1)).toBe('乙')
  })
})
