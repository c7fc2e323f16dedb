import { theme } from 'antd'
import { useMemo } from 'react'
import type { ChartData } from './chart-data.ts'
import { chartOption, type DrawnKind } from './chart-option.ts'
import { useChart } from './useChart.ts'

/** The chart itself, in the colors of the theme. */
export function Chart({ title, kind, data }: { title: string; kind: DrawnKind; data: ChartData }) {
  const { token } = theme.useToken()
  const option = useMemo(() => chartOption(kind, data, token), [kind, data, token])
  return <div className="pro-chart" ref={useChart(option)} role="img" aria-label={title} />
}
