import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the columns (`width` pixels at least) are wider than their container. Only then cells are sticky: each
 * sticky cell is a layer of its own, which costs time in every frame.
 */
export function useIsWide(box: RefObject<HTMLElement | null>, width: number): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWide(entry.contentRect.width < width)
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, width])
  return isWide
}
