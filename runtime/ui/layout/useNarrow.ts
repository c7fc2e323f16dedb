import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** Less than 768 pixels: Chromium compares widths in 64ths of a pixel, and 767.99 would include 768. */
export const narrowMedia = '(max-width: 767.98px)'

/** The window in which a part of the page is drawn: that of a frame where a screen is previewed as on a phone. */
export const DrawnWindow = createContext<Window | null>(null)

/** For code outside of rendering. */
export const isNarrow = (view: Window = window): boolean => view.matchMedia(narrowMedia).matches

/** The window is as narrow as a phone: rows become entries, actions move to a bar at the bottom. */
export function useNarrow(): boolean {
  const view = useContext(DrawnWindow) ?? window
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = view.matchMedia(narrowMedia)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [view],
  )
  return useSyncExternalStore(subscribe, () => isNarrow(view))
}
