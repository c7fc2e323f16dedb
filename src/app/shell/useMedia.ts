import { useCallback, useSyncExternalStore } from 'react'

export const phone = '(max-width: 767.99px)'
export const compact = '(max-width: 1087.99px)'
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
