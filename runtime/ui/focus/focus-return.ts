import { useLayoutEffect, useRef } from 'react'

type Find = () => HTMLElement | null | undefined

const isThere = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element !== document.body &&
  !element.matches(':disabled') &&
  element.checkVisibility?.() !== false

/** Milliseconds to wait for the end of an element, such as a dialog that closes with the focus inside. */
const MAX_WAIT_MS = 1000

/** Focuses the element if the one that has the focus now goes and leaves it to nothing else. */
export function focusIfLost(find: Find): void {
  const deadline = performance.now() + MAX_WAIT_MS
  const before = document.activeElement
  const look = () => {
    const active = document.activeElement
    if (!active || active === document.body) find()?.focus({ preventScroll: true })
    else if (active === before && performance.now() < deadline) requestAnimationFrame(look)
  }
  setTimeout(look)
}

/**
 * While the component is mounted the focus is in it; afterwards it returns to where it was, or to what `fallback` finds where
 * that is gone, such as an entry of a menu.
 */
export function useFocusReturn(fallback: Find = () => null): void {
  const latest = useRef(fallback)
  latest.current = fallback
  useLayoutEffect(() => {
    const from = document.activeElement
    return () => focusIfLost(() => (isThere(from) ? from : latest.current()))
  }, [])
}
