import { useEffect, useState } from 'react'

/** The layout size of an element in pixels; zero before layout. */
export function useSize<E extends HTMLElement>(): [
  (element: E | null) => void,
  { width: number; height: number },
] {
  const [element, setElement] = useState<E | null>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, size]
}
