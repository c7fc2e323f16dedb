import { PieChart } from 'echarts/charts'
import { pieOption } from '#runtime/record/panel/pie-option.ts'
import type { LibraryChart } from '../library-chart.ts'

export const pieChart: LibraryChart = { parts: [PieChart], option: pieOption }
