import type { use } from 'echarts/core'
import type { ChartData } from '#runtime/record/panel/chart-data.ts'
import type { ChartLook, ChartOption, Token } from '#runtime/record/panel/chart-look.ts'

/** A chart that the charting library draws. */
export interface LibraryChart {
  /** The parts of the library that it needs. */
  parts: Parameters<typeof use>[0]
  option(data: ChartData, token: Token, look: ChartLook): ChartOption
}
