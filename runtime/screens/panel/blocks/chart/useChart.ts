import { AriaComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'
import { libraryCharts } from './library-charts.ts'

use([AriaComponent, TooltipComponent, SVGRenderer])
for (const { parts } of Object.values(libraryCharts)) use(parts)

/** A chart in an element: created when both exist, redrawn at another size, disposed with the element. `pick` receives the position of a clicked point. */
export function useChart(
  option: EChartsCoreOption,
  pick: ((at: number) => void) | undefined,
): (element: HTMLDivElement | null) => void {
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
  useEffect(() => {
    const drawn = chart.current
    if (!element || !drawn || !pick) return
    const onClick = ({ dataIndex }: { dataIndex?: number }) => dataIndex !== undefined && pick(dataIndex)
    drawn.on('click', onClick)
    return () => void drawn.off('click', onClick)
  }, [element, pick])
  return setElement
}
