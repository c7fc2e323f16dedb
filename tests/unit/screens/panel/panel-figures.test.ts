import { describe, expect, it } from 'vitest'
import { libraryCharts } from '#runtime/screens/panel/blocks/chart/library-charts.ts'
import { crossTable } from '#runtime/screens/panel/blocks/table/cross-table.ts'

const token = { colorPrimary: '#1' } as never
const data = {
  names: ['府志', '县志'],
  series: [
    { title: '在架', values: [3, 5] },
    { title: '外借', values: [1, 2] },
    { title: '估价', values: [1.5, 2], axis: 'right' as const, kind: 'line' as const },
  ],
}

describe('a chart', () => {
  it('stacks values of one kind and axis, and leaves a single value alone', () => {
    const { series } = libraryCharts.bar.option(data, token, { isStacked: true }) as {
      series: { stack?: string; type: string }[]
    }
    expect(series.map(({ stack, type }) => [type, stack])).toEqual([
      ['bar', 'bar left'],
      ['bar', 'bar left'],
      ['line', undefined],
    ])
  })

  it('has a second axis for values at the right', () => {
    const option = libraryCharts.bar.option(data, token, {}) as {
      yAxis: { minInterval?: number }[]
      series: { yAxisIndex?: number }[]
    }
    expect(option.yAxis.map(({ minInterval }) => minInterval)).toEqual([1, undefined])
    expect(option.series.map(({ yAxisIndex }) => yAxisIndex)).toEqual([undefined, undefined, 1])
  })
})

describe('a cross table', () => {
  const row = (store: string, kind: string, month: string, n: number | string | null) => ({
    store,
    kind,
    month,
    n,
  })
  const records = [
    row('甲', '府志', '07', 1),
    row('乙', '县志', '08', 0.1),
    row('甲', '县志', '08', 0.2),
    row('甲', '府志', '07', '2.5'),
    row('甲', '府志', '08', null),
  ]
  const lines = (subtotals: boolean) =>
    crossTable(
      { rows: ['store', 'kind'], columns: ['month'], value: 'n', subtotals },
      { records, total: 5 },
    ).lines.map(({ kind, record, figures }) => [
      kind,
      record?.store,
      figures.map((figure) => figure?.toFixed() ?? null),
    ])

  it('totals a value by rows and columns, with subtotals of the first row field', () => {
    expect(lines(true)).toEqual([
      ['row', '甲', ['3.5', null, '3.5']],
      ['row', '甲', [null, '0.2', '0.2']],
      ['subtotal', '甲', ['3.5', '0.2', '3.7']],
      ['row', '乙', [null, '0.1', '0.1']],
      ['subtotal', '乙', [null, '0.1', '0.1']],
      ['total', undefined, ['3.5', '0.3', '3.8']],
    ])
  })

  it('has no subtotals unless they are wanted', () => {
    expect(lines(false).map(([kind]) => kind)).toEqual(['row', 'row', 'row', 'total'])
  })
})
