import { theme } from 'antd'
import { useMemo } from 'react'
import type { ChartData } from '#runtime/record/panel/chart-data.ts'
import { type LibraryChartKind, libraryCharts } from './library-charts.ts'
import { useChart } from './useChart.ts'

interface Props {
  title: string
  kind: LibraryChartKind
  data: ChartData
  isStacked: boolean
  target: number | undefined
  /** The position of the point that stands out. */
  chosen: number | undefined
  /** Receives the position of a clicked point. */
  onPick: ((at: number) => void) | undefined
}

/** A chart of the charting library, in the colors of the theme. */
export function Chart({ title, kind, data, isStacked, target, chosen, onPick }: Props) {
  const { token } = theme.useToken()
  const option = useMemo(
    () => libraryCharts[kind].option(data, token, { isStacked, target, chosen }),
    [kind, data, token, isStacked, target, chosen],
  )
  return <div className="pro-chart" ref={useChart(option, onPick)} role="img" aria-label={title} />
}
