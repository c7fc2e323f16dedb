import { RadarChart } from 'echarts/charts'
import { LegendComponent, RadarComponent } from 'echarts/components'
import { radarOption } from '#runtime/record/panel/radar-option.ts'
import type { LibraryChart } from '../library-chart.ts'

export const radarChart: LibraryChart = {
  parts: [RadarChart, RadarComponent, LegendComponent],
  option: radarOption,
}
