import type { ChartData } from './chart-data.ts'
import {
  type ChartLook,
  type ChartOption,
  listNamedPoints,
  sharedOption,
  type Token,
  textStyle,
} from './chart-look.ts'

/** The first value as steps, the largest at the top. */
export const funnelOption = (data: ChartData, token: Token, { chosen }: ChartLook): ChartOption => ({
  ...sharedOption(token, { second: token.colorPrimaryBorder, isStacked: false, trigger: 'item' }),
  series: [
    {
      ...{ type: 'funnel', name: data.series[0]?.title },
      ...{ left: '12%', width: '60%', top: 16, bottom: 16, minSize: '8%', gap: 2 },
      label: { ...textStyle(token), position: 'right', formatter: '{b} {c}' },
      itemStyle: { borderColor: token.colorBgContainer, borderWidth: 1 },
      data: listNamedPoints(data, chosen),
    },
  ],
})
