import { useCallback, useSyncExternalStore } from 'react'

/**
 * The shell of a phone: the menu in a drawer, the page title in the header, no tabs. Pages have limits of their own.
 * Not 1087.99: Chromium compares widths in 64ths of a pixel and would include 1088.
 */
export const compact = '(max-width: 1087.98px)'
export const lessMotion = '(prefers-reduced-motion: reduce)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
