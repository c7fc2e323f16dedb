import { type RefObject, useEffect, useState } from 'react'

/** Two lines and their air, in pixels; the style sheet has the same. */
export const entryHeight = 72
/** Entries beyond the window, so that a finger does not outrun them. */
const overscan = 8
const stride = 4

/**
 * Which entries of a list are drawn: those in the window and some on both sides. What scrolls is whatever stands around
 * the list, a page or a dialog: on a phone nothing scrolls within something that scrolls.
 */
export function useEntryWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
): { from: number; to: number } {
  const [asked, setFirst] = useState(0)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const above = Math.floor(-element.getBoundingClientRect().top / entryHeight) - overscan
      setFirst(Math.max(0, above - (above % stride)))
    }
    look()
    document.addEventListener('scroll', look, { capture: true, passive: true })
    // A tab that was out of sight comes back without a scroll.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      document.removeEventListener('scroll', look, { capture: true })
      observer.disconnect()
    }
  }, [list])
  // Either way the phone is held.
  const size =
    Math.ceil(Math.max(window.innerHeight, window.innerWidth) / entryHeight) + 2 * overscan + stride
  const from = Math.min(asked, Math.max(0, count - size))
  return { from, to: Math.min(count, from + size) }
}
