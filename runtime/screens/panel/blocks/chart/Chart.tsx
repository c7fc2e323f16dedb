import { theme } from 'antd'
import { useMemo } from 'react'
import type { ChartData } from './chart-data.ts'
import { chartOption, type DrawnKind } from './chart-option.ts'
import { useChart } from './useChart.ts'

interface Props {
  title: string
  kind: DrawnKind
  data: ChartData
  isStacked: boolean
}

/** The chart itself, in the colors of the theme. */
export function Chart({ title, kind, data, isStacked }: Props) {
  const { token } = theme.useToken()
  const option = useMemo(() => chartOption(kind, data, token, isStacked), [kind, data, token, isStacked])
  return <div className="pro-chart" ref={useChart(option)} role="img" aria-label={title} />
}
