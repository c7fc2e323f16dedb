import { type RefObject, useEffect, useState } from 'react'

/** Height of an entry with two lines in pixels; the style sheet has the same value. */
export const entryHeight = 72
/** Entries drawn beyond the window, so that fast scrolling shows no gap. */
const OVERSCAN_ENTRIES = 8
const WINDOW_STEP_ENTRIES = 4

/**
 * Computes which entries of a list are drawn: those in the window and some on both sides. The scroll container is the
 * page or dialog around the list: on a phone scroll containers are not nested.
 */
export function useEntryWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
): { from: number; to: number } {
  const [firstIndex, setFirstIndex] = useState(0)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const above = Math.floor(-element.getBoundingClientRect().top / entryHeight) - OVERSCAN_ENTRIES
      setFirstIndex(Math.max(0, above - (above % WINDOW_STEP_ENTRIES)))
    }
    look()
    document.addEventListener('scroll', look, { capture: true, passive: true })
    // A tab that was hidden becomes visible without a scroll event.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      document.removeEventListener('scroll', look, { capture: true })
      observer.disconnect()
    }
  }, [list])
  // For portrait and landscape orientation.
  const size =
    Math.ceil(Math.max(window.innerHeight, window.innerWidth) / entryHeight) +
    2 * OVERSCAN_ENTRIES +
    WINDOW_STEP_ENTRIES
  const from = Math.min(firstIndex, Math.max(0, count - size))
  return { from, to: Math.min(count, from + size) }
}
