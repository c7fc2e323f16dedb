import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, MarkLineComponent } from 'echarts/components'
import { LabelLayout } from 'echarts/features'
import { axisOption } from '#runtime/record/panel/axis-option.ts'
import type { LibraryChart } from '../library-chart.ts'

// A value of one of these charts may be drawn like the other.
const parts = [BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, LabelLayout]

export const barChart: LibraryChart = {
  parts,
  option: (data, token, look) => axisOption('bar', data, token, look),
}

export const areaChart: LibraryChart = {
  parts,
  option: (data, token, look) => axisOption('area', data, token, look),
}

export const lineChart: LibraryChart = {
  parts,
  option: (data, token, look) => axisOption('line', data, token, look),
}
