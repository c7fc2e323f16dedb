import type { CSSProperties } from 'react'
import { PIXELS_PER_MILLIMETRE, parsePaper } from '#runtime/record/print/print-page.ts'
import { useSize } from '#runtime/ui/layout/useSize.ts'

/** A paper with the style of its place: `measure` reads the width there, and a narrower place shows it smaller. */
export function usePaper(page: string, isActualSize = false) {
  const paper = parsePaper(page)
  const [measure, { width }] = useSize<HTMLDivElement>()
  const scale = width > 0 ? Math.min(1, width / (paper.width * PIXELS_PER_MILLIMETRE)) : 1
  const style = {
    '--width': `${paper.width}mm`,
    '--height': `${paper.height}mm`,
    zoom: isActualSize ? 1 : scale,
  } as CSSProperties
  return { paper, measure, scale, style }
}
