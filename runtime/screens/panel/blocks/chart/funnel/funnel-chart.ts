import { FunnelChart } from 'echarts/charts'
import { funnelOption } from '#runtime/record/panel/funnel-option.ts'
import type { LibraryChart } from '../library-chart.ts'

export const funnelChart: LibraryChart = { parts: [FunnelChart], option: funnelOption }
