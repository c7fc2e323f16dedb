import { HeatmapChart } from 'echarts/charts'
import { GridComponent, VisualMapContinuousComponent } from 'echarts/components'
import { heatOption } from '#runtime/record/panel/heat-option.ts'
import type { LibraryChart } from '../library-chart.ts'

export const heatChart: LibraryChart = {
  parts: [HeatmapChart, GridComponent, VisualMapContinuousComponent],
  option: heatOption,
}
