import type { ChartKind } from '#runtime/schema/kinds/panel/blocks/chart/charts.ts'
import { areaChart, barChart, lineChart } from './axes/axis-charts.ts'
import type { LibraryChart } from './library-chart.ts'
import type { ownCharts } from './own-charts.ts'
import { pieChart } from './pie/pie-chart.ts'

export type LibraryChartKind = Exclude<ChartKind, keyof typeof ownCharts>

/** The charts that the charting library draws; the parts of the rarer ones are loaded with the first of their kind. */
export const libraryCharts = {
  bar: barChart,
  line: lineChart,
  area: areaChart,
  pie: pieChart,
  funnel: async () => (await import('./funnel/funnel-chart.ts')).funnelChart,
  radar: async () => (await import('./radar/radar-chart.ts')).radarChart,
  heat: async () => (await import('./heat/heat-chart.ts')).heatChart,
} satisfies Readonly<Record<LibraryChartKind, LibraryChart | (() => Promise<LibraryChart>)>>
