import { AriaComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'
import { libraryCharts } from './library-charts.ts'

use([AriaComponent, TooltipComponent, SVGRenderer])
for (const { parts } of Object.values(libraryCharts)) use(parts)

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
