import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the columns (`width` pixels at least) are wider than their box. Only then something has to stay at its edge;
 * each cell that does is a layer of its own, which every frame pays for.
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
