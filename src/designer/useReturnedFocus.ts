import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Gives the focus back to the last focused element of a part of the page when a dialog that it opened is closed: a dialog that
 * is removed leaves the focus nowhere. The result is for the element of the part.
 */
export function useReturnedFocus(isOpen: boolean) {
  const last = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) last.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return {
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      // The parts of a dialog bubble to its opener, too.
      if (currentTarget.contains(target)) last.current = target
    },
  }
}
