import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, MarkLineComponent } from 'echarts/components'
import { LabelLayout } from 'echarts/features'
import type { LibraryChart } from '../library-chart.ts'
import { axisOption } from './axis-option.ts'

// A value of one of these charts may be drawn like the other.
const parts = [BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, LabelLayout]

export const barChart: LibraryChart = {
  parts,
  option: (data, token, look) => axisOption('bar', data, token, look),
}

export const lineChart: LibraryChart = {
  parts,
  option: (data, token, look) => axisOption('line', data, token, look),
}
