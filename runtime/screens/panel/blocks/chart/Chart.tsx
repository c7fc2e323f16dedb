import { theme } from 'antd'
import { useMemo } from 'react'
import type { ChartData } from './chart-data.ts'
import { type LibraryChartKind, libraryCharts } from './library-charts.ts'
import { useChart } from './useChart.ts'

interface Props {
  title: string
  kind: LibraryChartKind
  data: ChartData
  isStacked: boolean
}

/** A chart of the charting library, in the colors of the theme. */
export function Chart({ title, kind, data, isStacked }: Props) {
  const { token } = theme.useToken()
  const option = useMemo(
    () => libraryCharts[kind].option(data, token, isStacked),
    [kind, data, token, isStacked],
  )
  return <div className="pro-chart" ref={useChart(option)} role="img" aria-label={title} />
}
