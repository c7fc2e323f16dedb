import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'

/** The next point for a key; undefined if the marker does not handle the key. */
function stepTo(key: string, now: number, last: number): number | null | undefined {
  if (key === 'ArrowLeft') return Math.max(0, now - 1)
  if (key === 'ArrowRight') return Math.min(last, now + 1)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return key === 'Escape' ? null : undefined
}

/** The highlighted point of a chart: by pointer, touch, or the keyboard while it has the focus. */
export function useMarker(xs: readonly number[]) {
  const [at, setAt] = useState<number | null>(null)
  const last = xs.length - 1
  const marked = at === null ? null : Math.min(at, last)
  const isMarked = at !== null
  useEffect(() => {
    if (!isMarked) return
    // A touch may highlight a point without focus; the next touch elsewhere clears it, a touch on the chart selects
    // again.
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
      // A finger is lifted to read the value; a scrolling finger highlighted nothing.
      onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && setAt(null),
      onPointerCancel: () => setAt(null),
      onFocus: () => setAt((now) => now ?? last),
      onBlur: () => setAt(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const next = stepTo(event.key, marked ?? last, last)
        // Without a highlighted point Escape is not handled.
        if (next === undefined || (next === null && marked === null)) return
        event.preventDefault()
        event.stopPropagation()
        setAt(marked === null && event.key.startsWith('Arrow') ? last : next)
      },
    },
  }
}
