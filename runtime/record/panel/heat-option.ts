import type { ChartData } from './chart-data.ts'
import {
  type ChartLook,
  type ChartOption,
  heatScale,
  sharedOption,
  type Token,
  textStyle,
} from './chart-look.ts'

/** Cells above which their numbers would overlap. */
const MAX_LABELS = 120

/** A cell for each name and value, the darker the larger. The cells of a row follow each other. */
export function heatOption(
  { names, series }: ChartData,
  token: Token,
  { chosen = -1 }: ChartLook,
): ChartOption {
  const text = textStyle(token)
  const axis = (data: readonly string[]) => ({
    ...{ type: 'category', data, axisTick: { show: false } },
    axisLabel: { ...text, width: 84, overflow: 'truncate', hideOverlap: true },
    axisLine: { lineStyle: { color: token.colorBorderSecondary } },
  })
  const cells = series.flatMap(({ values }, row) =>
    values.map((value, column) => ({
      value: [column, row, value ?? '-'],
      ...(chosen < 0 || chosen === column ? {} : { itemStyle: { opacity: 0.3 } }),
    })),
  )
  return {
    ...sharedOption(token, { second: token.colorPrimaryBorder, isStacked: false, trigger: 'item' }),
    grid: { left: 8, right: 8, top: 8, bottom: 44, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: axis(names),
    yAxis: { ...axis(series.map(({ title }) => title)), inverse: true },
    visualMap: heatScale(
      series.flatMap(({ values }) => values),
      token,
    ),
    series: [
      {
        type: 'heatmap',
        data: cells,
        label: { show: cells.length <= MAX_LABELS, ...text, color: token.colorText, textBorderWidth: 0 },
        itemStyle: { borderColor: token.colorBgContainer, borderWidth: 2 },
      },
    ],
  }
}
