import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * The number of pages of a content that the browser breaks into columns, each as large as a page. `pitch` is the distance of
 * two columns in widths of a column; `end` is an element behind the content.
 */
export function usePages(
  flow: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  pitch: number,
): number {
  const [pages, setPages] = useState(1)
  useLayoutEffect(() => {
    const node = flow.current
    if (!node) return
    const measure = () => {
      const first = node.getBoundingClientRect()
      const last = end.current?.getBoundingClientRect()
      if (last && first.width > 0)
        setPages(1 + Math.max(0, Math.round((last.left - first.left) / (first.width * pitch))))
    }
    measure()
    // Barcodes and pictures arrive later, and settings change the heights of blocks.
    const changes = new MutationObserver(measure)
    changes.observe(node, { childList: true, subtree: true, characterData: true, attributes: true })
    node.addEventListener('load', measure, true)
    return () => {
      changes.disconnect()
      node.removeEventListener('load', measure, true)
    }
  }, [flow, end, pitch])
  return pages
}
