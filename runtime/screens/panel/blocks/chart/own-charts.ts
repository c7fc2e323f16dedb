import type { ComponentType } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { OwnChartProps } from './own-chart.ts'
import { Trend } from './trend/Trend.tsx'

/** The charts that are drawn without the charting library; the home page has the first one. */
export const ownCharts = {
  trend: Trend,
  gauge: lazyPart(async () => (await import('./gauge/Gauges.tsx')).Gauges),
  rank: lazyPart(async () => (await import('./rank/Rank.tsx')).Rank),
  map: lazyPart(async () => (await import('./map/DistrictMap.tsx')).DistrictMap),
} satisfies Record<string, ComponentType<OwnChartProps>>
