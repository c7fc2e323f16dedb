import { AriaComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState } from 'react'

use([AriaComponent, TooltipComponent, SVGRenderer])

/** Makes parts of the charting library known to it. */
export const addParts = use

/** A clicked point by its position, or a clicked axis of a radar by its name. */
export type Picked = number | string

interface Click {
  componentType?: string
  seriesType?: string
  dataIndex?: number
  name?: string
}

/** What a click is on; a line around a radar is no single value. */
function readClick({ componentType, seriesType, dataIndex, name }: Click): Picked | undefined {
  if (componentType === 'radar') return name
  return seriesType === 'radar' ? undefined : dataIndex
}

/** A chart in an element: created when both exist, redrawn at another size, disposed with the element. */
export function useChart(
  option: EChartsCoreOption,
  pick: ((at: Picked) => void) | undefined,
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
    const onClick = (click: Click) => {
      const at = readClick(click)
      if (at !== undefined) pick(at)
    }
    drawn.on('click', onClick)
    return () => void drawn.off('click', onClick)
  }, [element, pick])
  return setElement
}
