import type { ChartData } from './chart-data.ts'
import {
  type ChartLook,
  type ChartOption,
  listPoints,
  sharedOption,
  type Token,
  textStyle,
} from './chart-look.ts'

/** The shares of the first value. */
export const pieOption = (
  { names, series: [first] }: ChartData,
  token: Token,
  { isStacked = false, chosen }: ChartLook,
): ChartOption => ({
  ...sharedOption(token, { second: token.colorPrimaryBorder, isStacked, trigger: 'item' }),
  series: [
    {
      type: 'pie',
      name: first?.title,
      radius: ['45%', '70%'],
      label: { ...textStyle(token), formatter: '{b} {d}%' },
      itemStyle: { borderColor: token.colorBgContainer, borderWidth: 1 },
      data: listPoints(first?.values ?? [], chosen).map((point, index) => ({
        ...point,
        name: names[index] ?? '',
      })),
    },
  ],
})
