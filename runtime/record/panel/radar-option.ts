import type { ChartData } from './chart-data.ts'
import {
  type ChartLook,
  type ChartOption,
  listHues,
  sharedOption,
  type Token,
  textStyle,
} from './chart-look.ts'

/** An axis for each name, a line around for each value; all axes end at the largest one. */
export function radarOption({ names, series }: ChartData, token: Token, { chosen }: ChartLook): ChartOption {
  const text = textStyle(token)
  const max = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return {
    ...sharedOption(token, { second: token.colorTextTertiary, isStacked: false, trigger: 'item' }),
    ...listHues(token, series.length),
    ...(series.length > 1 ? { legend: { top: 0, textStyle: text } } : {}),
    radar: {
      radius: '62%',
      center: ['50%', series.length > 1 ? '56%' : '52%'],
      indicator: names.map((name, at) => ({
        name,
        max,
        ...(at === chosen && { color: token.colorPrimary }),
      })),
      triggerEvent: true,
      axisName: text,
      splitArea: { show: false },
      splitLine: { lineStyle: { color: token.colorBorderSecondary } },
      axisLine: { lineStyle: { color: token.colorBorderSecondary } },
    },
    series: [
      {
        type: 'radar',
        symbolSize: 4,
        data: series.map(({ title, values }) => ({
          name: title,
          value: values.map((value) => value ?? 0),
          areaStyle: { opacity: 0.1 },
        })),
      },
    ],
  }
}
