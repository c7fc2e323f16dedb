/** A kind of charts, as the language and the designer know it. */
export interface ChartType {
  /** The value of `kind`. */
  name: string
  title: string
  /** It has axes: values may stack, have the right axis, and be drawn like another chart with axes. */
  hasAxes?: boolean
  /** A small one beside figures; the editor of reports offers the large ones only. */
  isSmall?: boolean
}

/** All kinds of charts, in the order in which the guide and the designer list them. */
export const chartTypes = [
  { name: 'bar', title: '柱', hasAxes: true },
  { name: 'line', title: '折线', hasAxes: true },
  { name: 'pie', title: '饼' },
  { name: 'trend', title: '短趋势', isSmall: true },
] as const satisfies readonly ChartType[]

type Listed = (typeof chartTypes)[number]
export type ChartKind = Listed['name']
export type AxisChartKind = Extract<Listed, { hasAxes: true }>['name']

export const axisCharts: readonly ChartType[] = chartTypes.filter((chart: ChartType) => chart.hasAxes)

/** The kinds that the editor of reports offers. */
export const largeCharts: readonly ChartType[] = chartTypes.filter((chart: ChartType) => !chart.isSmall)
