import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Row heights in pixels: the four densities of the house. */
export const rowHeights = { medium: 61, small: 48, mini: 40, tiny: 32 }
export const headHeight = 36
export const totalsHeight = 38
const overscan = 2

export interface RowWindow {
  /** Index of the first row drawn. */
  first: number
  /** Rows drawn at most; a slot is `index % size`, so scrolling gives rows to elements that are there already. */
  size: number
}

/**
 * Which rows are drawn. React is told within the scroll event, before the browser paints, and only when the first
 * index changes: rows never lag behind the scroll bar and the rest of the scrolling costs nothing.
 */
export function useRowWindow(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  rowHeight: number,
  maxHeight: number,
): RowWindow {
  const [first, setFirst] = useState(0)
  const shown = useRef(0)
  const size = Math.ceil(maxHeight / rowHeight) + 2 * overscan

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      const next = Math.max(0, Math.floor(element.scrollTop / rowHeight) - overscan)
      if (next === shown.current) return
      shown.current = next
      flushSync(() => setFirst(next))
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller, rowHeight])

  return { first: Math.min(first, Math.max(0, count - size)), size }
}

/** Scrolls just so far that a row stands between the head and the totals. */
export function showRow(scroller: HTMLDivElement, index: number, rowHeight: number): void {
  const top = index * rowHeight
  const room = scroller.clientHeight - headHeight - totalsHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room
}
