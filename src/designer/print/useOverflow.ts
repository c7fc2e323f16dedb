import { type RefObject, useLayoutEffect, useState } from 'react'

/** Less than this is a rounded line. In pixels. */
const TOLERANCE = 1

/**
 * By how much the parts of a box end below it, as a part of its height; 0 while there is room. The content may change at any
 * time: pictures and barcodes arrive later.
 */
export function useOverflow(
  place: RefObject<HTMLElement | null>,
  selectors: { box: string; parts: string },
): number {
  const { box: boxSelector, parts } = selectors
  const [overflow, setOverflow] = useState(0)
  useLayoutEffect(() => {
    const node = place.current
    if (!node) return
    const measure = () => {
      const box = node.querySelector(boxSelector)
      const { bottom = 0, height = 0 } = box?.getBoundingClientRect() ?? {}
      const ends = [...(box?.querySelectorAll(parts) ?? [])].map(
        (part) => part.getBoundingClientRect().bottom,
      )
      const excess = Math.max(0, ...ends) - bottom
      setOverflow(height > 0 && excess > TOLERANCE ? excess / height : 0)
    }
    measure()
    const changes = new MutationObserver(measure)
    changes.observe(node, { childList: true, subtree: true, characterData: true, attributes: true })
    node.addEventListener('load', measure, true)
    return () => {
      changes.disconnect()
      node.removeEventListener('load', measure, true)
    }
  }, [place, boxSelector, parts])
  return overflow
}
