import { type RefObject, useLayoutEffect, useState } from 'react'

/** Less than this is no content: a rounded line. In pixels of the page. */
const TOLERANCE = 1

/**
 * By how much the content of an element is higher than it, as a part of its height; 0 while there is room. The content may
 * change at any time: pictures and barcodes arrive later.
 */
export function useOverflow(place: RefObject<HTMLElement | null>, selector: string): number {
  const [overflow, setOverflow] = useState(0)
  useLayoutEffect(() => {
    const node = place.current
    if (!node) return
    const measure = () => {
      const box = node.querySelector<HTMLElement>(selector)
      const height = box?.clientHeight ?? 0
      const excess = box ? box.scrollHeight - height : 0
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
  }, [place, selector])
  return overflow
}
