import { theme } from 'antd'
import { useMemo } from 'react'
import { type ChartData, chartOption } from './chart-option.ts'
import { useChart } from './useChart.ts'

/** The drawing itself, in the theme's colours. */
export function Chart({ title, data }: { title: string; data: ChartData }) {
  const { token } = theme.useToken()
  const option = useMemo(() => chartOption(data, token), [data, token])
  return <div className="pro-chart" ref={useChart(option)} role="img" aria-label={title} />
}
