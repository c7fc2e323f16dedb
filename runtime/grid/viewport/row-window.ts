import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { headHeight, totalsHeight } from '../columns/measures.ts'

const OVERSCAN_ROWS = 1
/** How long after the last scroll the grid still counts as scrolling, in milliseconds. */
const scrollingEnd = 100
/** Rows join in pairs: half as many style, layout and paint passes, each hardly more expensive. */
const WINDOW_STEP_ROWS = 2

/**
 * Computes which rows are drawn: for each slot the index of its row. A slot is `index % size` and keeps its position
 * in the page, so scrolling by a row refills one element and moves no other. React is notified within the scroll
 * event, before the browser paints, and only when the first index changes: rows never lag behind the scroll bar and
 * other scrolling costs nothing.
 */
export function useRowWindow(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  rowHeight: number,
  maxHeight: number,
): number[] {
  const [firstIndex, setFirstIndex] = useState(0)
  const drawnFirst = useRef(0)
  const size = Math.ceil(maxHeight / rowHeight) + 2 * OVERSCAN_ROWS + WINDOW_STEP_ROWS - 1

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let rest: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      if (rest === undefined) element.classList.add('is-scrolling')
      clearTimeout(rest)
      rest = setTimeout(() => {
        rest = undefined
        element.classList.remove('is-scrolling')
      }, scrollingEnd)
      const above = Math.floor(element.scrollTop / rowHeight) - OVERSCAN_ROWS
      const next = Math.max(0, above - (above % WINDOW_STEP_ROWS))
      if (next === drawnFirst.current) return
      drawnFirst.current = next
      flushSync(() => setFirstIndex(next))
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(rest)
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rowHeight])

  const first = Math.min(firstIndex, Math.max(0, count - size))
  const turn = first % size
  return Array.from(
    { length: Math.min(size, count) },
    (_, slot) => first - turn + slot + (slot < turn ? size : 0),
  )
}

/** Scrolls only as far as needed to show a row between the head and the totals. */
export function showRow(scroller: HTMLElement, index: number, rowHeight: number): void {
  const top = index * rowHeight
  const room = scroller.clientHeight - headHeight - totalsHeight
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room
}
