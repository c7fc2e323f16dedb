import { useSyncExternalStore } from 'react'

const query = '(max-width: 767.99px)'

const subscribe = (changed: () => void): (() => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Asked outside of what is drawn. */
export const isNarrow = (): boolean => window.matchMedia(query).matches

/** The window is a phone's: rows become entries, actions go to a bar at the bottom. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)
