import { type RefObject, useEffect, useState } from 'react'

/** True from the moment when the element is first near the visible area. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !element.current) return
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '240px' },
    )
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element, isSeen])
  return isSeen
}
