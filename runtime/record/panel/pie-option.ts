import type { ChartData } from './chart-data.ts'
import {
  type ChartLook,
  type ChartOption,
  listNamedPoints,
  sharedOption,
  type Token,
  textStyle,
} from './chart-look.ts'

/** The shares of the first value. */
export const pieOption = (
  data: ChartData,
  token: Token,
  { isStacked = false, chosen }: ChartLook,
): ChartOption => ({
  ...sharedOption(token, { second: token.colorPrimaryBorder, isStacked, trigger: 'item' }),
  series: [
    {
      type: 'pie',
      name: data.series[0]?.title,
      radius: ['45%', '70%'],
      label: { ...textStyle(token), formatter: '{b} {d}%' },
      itemStyle: { borderColor: token.colorBgContainer, borderWidth: 1 },
      data: listNamedPoints(data, chosen),
    },
  ],
})
