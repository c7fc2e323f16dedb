import type { ChartKind } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import { barChart, lineChart } from './axes/axis-charts.ts'
import type { LibraryChart } from './library-chart.ts'
import type { ownCharts } from './own-charts.ts'
import { pieChart } from './pie/pie-chart.ts'

export type LibraryChartKind = Exclude<ChartKind, keyof typeof ownCharts>

/** The charts that the charting library draws. */
export const libraryCharts: Readonly<Record<LibraryChartKind, LibraryChart>> = {
  bar: barChart,
  line: lineChart,
  pie: pieChart,
}
