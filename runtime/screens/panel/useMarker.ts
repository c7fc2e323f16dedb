import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'

/** Where a key leads from a point; undefined if it is none of the marker's. */
function stepTo(key: string, now: number, last: number): number | null | undefined {
  if (key === 'ArrowLeft') return Math.max(0, now - 1)
  if (key === 'ArrowRight') return Math.min(last, now + 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return key === 'Escape' ? null : undefined
}

/** Which point of a drawing is looked at: by pointer, by finger, or by the keys of whoever has it in focus. */
export function useMarker(xs: readonly number[]) {
  const [at, setAt] = useState<number | null>(null)
  const last = xs.length - 1
  const marked = at === null ? null : Math.min(at, last)
  const isMarked = at !== null
  useEffect(() => {
    if (!isMarked) return
    // Also what a finger found, which need not have the focus, goes with the next touch; one on the drawing finds anew.
    const away = () => setAt(null)
    document.addEventListener('pointerdown', away, true)
    return () => document.removeEventListener('pointerdown', away, true)
  }, [isMarked])
  const point = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const far = (index: number): number => Math.abs((xs[index] ?? 0) - x)
    setAt(xs.reduce((best, _, index) => (far(index) < far(best) ? index : best), 0))
  }
  return {
    marked,
    handlers: {
      onPointerDown: point,
      onPointerMove: point,
      // A finger is lifted to read what it found; one that scrolls the page was not looking.
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && setAt(null),
      onPointerCancel: () => setAt(null),
      onFocus: () => setAt((now) => now ?? last),
      onBlur: () => setAt(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const next = stepTo(event.key, marked ?? last, last)
        // Where nothing is marked, Escape is somebody else's.
        if (next === undefined || (next === null && marked === null)) return
        event.preventDefault()
        event.stopPropagation()
        setAt(marked === null && event.key.startsWith('Arrow') ? last : next)
      },
    },
  }
}
