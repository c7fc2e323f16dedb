import { formatNumber } from '#runtime/kernel/decimal.ts'
import type { AxisChartKind } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import type { ChartData } from './chart-data.ts'
import {
  type ChartLook,
  type ChartOption,
  listHues,
  listPoints,
  sharedOption,
  type Token,
  textStyle,
} from './chart-look.ts'

/** One accent color; the comparison is a dashed grey line with its name at the end, instead of a legend. */
export function axisOption(
  kind: AxisChartKind,
  { names, series }: ChartData,
  token: Token,
  { isStacked = false, target, chosen }: ChartLook,
): ChartOption {
  const text = textStyle(token)
  const second = kind === 'line' ? token.colorTextTertiary : token.colorPrimaryBorder
  const shared = sharedOption(token, { second, isStacked, trigger: 'axis' })
  const getPlace = ({ axis, kind: seriesKind = kind }: Series[number]) => `${seriesKind} ${axis ?? 'left'}`
  /** The stack of a series: values of one kind on one axis; a value alone is not stacked. */
  const findStack = (index: number): string | undefined => {
    const place = series[index] && getPlace(series[index])
    const others = series.filter((other) => getPlace(other) === place)
    return isStacked && others.length > 1 ? place : undefined
  }
  const hasRight = series.some(({ axis }) => axis === 'right')
  // Equal kinds on one axis: the second line is a comparison.
  const isPair = kind === 'line' && series.length <= 2 && !isStacked && !hasRight
  return {
    ...shared,
    ...listHues(token, series.length),
    ...(isPair || series.length === 1 ? {} : { legend: { top: 0, textStyle: text } }),
    grid: {
      left: 8,
      right: isPair ? 64 : hasRight ? 8 : 16,
      top: isPair || series.length === 1 ? 16 : 36,
      bottom: 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      data: names,
      boundaryGap: series.some(({ kind: seriesKind = kind }) => seriesKind === 'bar'),
      axisLabel: {
        ...text,
        hideOverlap: true,
        ...(kind === 'bar' ? { interval: 0, width: 84, overflow: 'truncate' } : {}),
      },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: token.colorBorderSecondary } },
    },
    yAxis: hasRight
      ? [
          valueAxis(listLeft(series), text, token),
          { ...valueAxis(listRight(series), text, token), splitLine: { show: false } },
        ]
      : valueAxis(series, text, token),
    series: series.map(({ title, values, axis, kind: seriesKind = kind }, index) => ({
      type: seriesKind === 'area' ? 'line' : seriesKind,
      name: title,
      data: listPoints(values, chosen),
      ...(values.length > MANY ? manyPoints(seriesKind) : {}),
      ...(seriesKind === 'area' ? { areaStyle: { opacity: 0.3 } } : {}),
      ...(index === 0 && target !== undefined ? { markLine: targetLine(target, text, token) } : {}),
      ...(axis === 'right' ? { yAxisIndex: 1 } : {}),
      ...(axis === 'right' ? { color: token.colorTextTertiary } : {}),
      ...(findStack(index) === undefined ? {} : { stack: findStack(index) }),
      ...(findStack(index) !== undefined && seriesKind === 'line' ? { areaStyle: { opacity: 0.3 } } : {}),
      ...(seriesKind === 'bar' ? { barMaxWidth: 32 } : {}),
      ...(seriesKind === 'bar' ? {} : { showSymbol: values.length === 1 }),
      // Lines that end at the same height have labels that do not overlap.
      ...(isPair
        ? {
            endLabel: { ...text, lineHeight: 18, show: true, formatter: '{a}' },
            labelLayout: { moveOverlap: 'shiftY' },
          }
        : {}),
      ...(isPair && index === 0 ? { areaStyle: { opacity: 0.06 } } : {}),
      ...(isPair && index === 1 ? { lineStyle: { type: 'dashed', width: 1 } } : {}),
    })),
  }
}

/** Values above which a chart draws fewer of them. */
export const MANY = 2000

/** A line through the points that shape it; bars as one drawing. */
const manyPoints = (kind: AxisChartKind) => (kind === 'bar' ? { large: true } : { sampling: 'lttb' })

/** A line at the target, with its number. */
const targetLine = (target: number, text: object, token: Token) => ({
  silent: true,
  symbol: 'none',
  lineStyle: { color: token.colorTextTertiary, type: 'dashed' },
  label: { ...text, position: 'insideEndTop', formatter: `目标 ${formatNumber(target)}` },
  data: [{ yAxis: target }],
})

type Series = ChartData['series']
const listRight = (series: Series): Series => series.filter(({ axis }) => axis === 'right')
const listLeft = (series: Series): Series => series.filter(({ axis }) => axis !== 'right')

/** The axis of these values. */
const valueAxis = (series: Series, text: object, token: Token) => ({
  type: 'value',
  // Counts have no fractions.
  ...(series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)))
    ? { minInterval: 1 }
    : {}),
  axisLabel: { ...text, formatter: (value: number) => formatNumber(value) },
  splitLine: { lineStyle: { color: token.colorBorderSecondary } },
})
