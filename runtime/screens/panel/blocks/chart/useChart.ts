import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'

use([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  LabelLayout,
  SVGRenderer,
])

/** A chart in an element: created when both exist, redrawn at another size, disposed with the element. */
export function useChart(option: EChartsCoreOption): (element: HTMLDivElement | null) => void {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const chart = useRef<ECharts | null>(null)
  useEffect(() => {
    if (!element) return
    const made = init(element, null, { renderer: 'svg', locale: 'ZH' })
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [element])
  useEffect(() => {
    if (element) chart.current?.setOption(option, true)
  }, [element, option])
  return setElement
}
