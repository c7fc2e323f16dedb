import type { ComponentType } from 'react'
import type { ChartData } from '#runtime/record/panel/chart-data.ts'
import { Trend } from './trend/Trend.tsx'

/** The charts that are drawn without the charting library. */
export const ownCharts = { trend: Trend } satisfies Record<
  string,
  ComponentType<{ title: string; data: ChartData }>
>
