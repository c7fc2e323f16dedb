import { useEffect, useState } from 'react'
import { isTextInput } from '#runtime/ui/focus/buffer-keystrokes.ts'

const STEP = 1.25
const MIN = 0.2
const MAX = 8

const larger = (zoom: number): number => Math.min(MAX, zoom * STEP)
const smaller = (zoom: number): number => Math.max(MIN, zoom / STEP)
const changes: Readonly<Record<string, (zoom: number) => number>> = {
  '+': larger,
  '=': larger,
  '-': smaller,
  '0': () => 1,
}

/** How much larger than its fitting size a page or a picture is drawn; the viewer covers the window, so all keys are for it. */
export function useZoom() {
  const [zoom, setZoom] = useState(1)
  useEffect(() => {
    const hear = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) => {
      const change = changes[key]
      if (change && !ctrlKey && !metaKey && !isTextInput(target)) setZoom(change)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  return { zoom, larger: () => setZoom(larger), smaller: () => setZoom(smaller), reset: () => setZoom(1) }
}

export type Zoom = ReturnType<typeof useZoom>
