import { useSyncExternalStore } from 'react'

const query = '(max-width: 767.99px)'

const subscribe = (changed: () => void): (() => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** For code outside of rendering. */
export const isNarrow = (): boolean => window.matchMedia(query).matches

/** The window is as narrow as a phone: rows become entries, actions move to a bar at the bottom. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)
