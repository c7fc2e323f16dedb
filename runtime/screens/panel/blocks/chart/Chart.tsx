import { theme } from 'antd'
import { type ComponentType, useMemo } from 'react'
import { MANY } from '#runtime/record/panel/axis-option.ts'
import type { ChartData } from '#runtime/record/panel/chart-data.ts'
import { isAxisChart } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import type { LibraryChart } from './library-chart.ts'
import { type LibraryChartKind, libraryCharts } from './library-charts.ts'
import { addParts, type Picked, useChart } from './useChart.ts'

interface Props {
  title: string
  data: ChartData
  isStacked: boolean
  target: number | undefined
  /** The position of the point that stands out. */
  chosen: number | undefined
  /** Receives the position of the clicked name. */
  onPick: ((at: number) => void) | undefined
}

/** The component that draws charts of a kind, with its parts of the charting library. */
export async function loadChart(kind: LibraryChartKind): Promise<ComponentType<Props>> {
  const found = libraryCharts[kind]
  const chart = typeof found === 'function' ? await found() : found
  addParts(chart.parts)
  return (props) => <Chart {...props} {...limitPoints(kind, props.data)} chart={chart} />
}

/** Names that a chart without axes draws, such as the slices of a pie. */
const MAX_PARTS = 200

/** The points that a chart can draw, and what it says of the others; one with axes draws those that shape it. */
function limitPoints(kind: LibraryChartKind, data: ChartData): { data: ChartData; note?: string } {
  const { names, keys, series } = data
  const count = names.length.toLocaleString('en-US')
  if (isAxisChart(kind))
    return names.length > MANY
      ? { data, note: `共 ${count} 个点，图上是大致的形状，每个点的值见表格` }
      : { data }
  if (names.length <= MAX_PARTS) return { data }
  const drawn = {
    names: names.slice(0, MAX_PARTS),
    keys: keys?.slice(0, MAX_PARTS),
    series: series.map((entry) => ({ ...entry, values: entry.values.slice(0, MAX_PARTS) })),
  }
  return { data: drawn, note: `共 ${count} 项，只画前 ${MAX_PARTS} 项，其余见表格` }
}

/** The points of a further series follow those of the one before it. */
const findPoint = (picked: Picked, { names }: ChartData): number =>
  typeof picked === 'string' ? names.indexOf(picked) : picked % names.length

/** A chart of the charting library, in the colors of the theme. */
function Chart({
  chart,
  title,
  data,
  note,
  isStacked,
  target,
  chosen,
  onPick,
}: Props & { chart: LibraryChart; note?: string }) {
  const { token } = theme.useToken()
  const option = useMemo(
    () => chart.option(data, token, { isStacked, target, chosen }),
    [chart, data, token, isStacked, target, chosen],
  )
  const ref = useChart(
    option,
    useMemo(() => onPick && ((picked: Picked) => onPick(findPoint(picked, data))), [onPick, data]),
  )
  return (
    <>
      <div className="pro-chart" ref={ref} role="img" aria-label={title} />
      {note && <p className="pro-block-cut">{note}</p>}
    </>
  )
}
