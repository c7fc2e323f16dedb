/** A kind of charts, as the language and the designer know it. */
export interface ChartType {
  /** The value of `kind`. */
  name: string
  title: string
  /** It has axes: values may stack, have the right axis, and be drawn like another chart with axes. */
  hasAxes?: boolean
  /** One for panels only; the editor of reports does not offer it. */
  isSmall?: boolean
  /** Its values may be those of groups (`by`), each with a color or a row of its own. */
  hasGroups?: boolean
  /** A click is on no single value of `x`, so it fills in no filter. */
  isWhole?: boolean
}

/** All kinds of charts, in the order in which the guide and the designer list them. */
export const chartTypes = [
  { name: 'bar', title: '柱', hasAxes: true, hasGroups: true },
  { name: 'line', title: '折线', hasAxes: true, hasGroups: true },
  { name: 'area', title: '面积', hasAxes: true, hasGroups: true },
  { name: 'pie', title: '饼' },
  { name: 'funnel', title: '漏斗' },
  { name: 'radar', title: '雷达', hasGroups: true },
  { name: 'heat', title: '热力', hasGroups: true },
  { name: 'map', title: '地图', isSmall: true },
  { name: 'rank', title: '排行', isSmall: true },
  { name: 'gauge', title: '仪表', isSmall: true, hasGroups: true, isWhole: true },
  { name: 'trend', title: '短趋势', isSmall: true, isWhole: true },
] as const satisfies readonly ChartType[]

type Listed = (typeof chartTypes)[number]
export type ChartKind = Listed['name']
export type AxisChartKind = Extract<Listed, { hasAxes: true }>['name']

export const axisCharts: readonly ChartType[] = chartTypes.filter((chart: ChartType) => chart.hasAxes)

export const isAxisChart = (kind: ChartKind): kind is AxisChartKind =>
  axisCharts.some(({ name }) => name === kind)

/** The kinds that the editor of reports offers. */
export const largeCharts: readonly ChartType[] = chartTypes.filter((chart: ChartType) => !chart.isSmall)
