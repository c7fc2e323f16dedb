import { PieChart } from 'echarts/charts'
import { type LibraryChart, listPoints, sharedOption, textStyle } from '../library-chart.ts'

/** The shares of the first value. */
export const pieChart: LibraryChart = {
  parts: [PieChart],
  option: ({ names, series: [first] }, token, { isStacked = false, chosen }) => ({
    ...sharedOption(token, { second: token.colorPrimaryBorder, isStacked, trigger: 'item' }),
    series: [
      {
        type: 'pie',
        name: first?.title,
        radius: ['45%', '70%'],
        label: { ...textStyle(token), formatter: '{b} {d}%' },
        itemStyle: { borderColor: token.colorBgContainer, borderWidth: 1 },
        data: listPoints(first?.values ?? [], chosen).map((point, index) => ({
          ...point,
          name: names[index] ?? '',
        })),
      },
    ],
  }),
}
