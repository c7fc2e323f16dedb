import type { CSSProperties } from 'react'
import { PIXELS_PER_MILLIMETRE } from '#runtime/record/print/print-page.ts'
import { type PageLayout, pageMargins, parsePaper } from '#runtime/schema/kinds/print/page.ts'
import { useSize } from '#runtime/ui/layout/useSize.ts'

/** A paper with the style of its place: `measure` reads the width there, and a narrower place shows it smaller. */
export function usePaper(layout: PageLayout, isActualSize = false) {
  const paper = parsePaper(layout.page)
  const [measure, { width }] = useSize<HTMLDivElement>()
  const scale = width > 0 ? Math.min(1, width / (paper.width * PIXELS_PER_MILLIMETRE)) : 1
  const style = {
    '--width': `${paper.width}mm`,
    '--height': `${paper.height}mm`,
    '--margins': cssMargins(layout),
    zoom: isActualSize ? 1 : scale,
  } as CSSProperties
  return { measure, scale, style }
}

/** The margins of the pages of a template as CSS. */
export function cssMargins(layout: PageLayout): string {
  const { top, right, bottom, left } = pageMargins(layout)
  return `${top}mm ${right}mm ${bottom}mm ${left}mm`
}
