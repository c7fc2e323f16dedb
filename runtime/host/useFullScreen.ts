import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/**
 * Whether an element of the page fills the screen, however it was started; `toggle` takes the element, without one the whole page, and
 * is missing when the browser lacks the feature.
 */
export function useFullScreen() {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  // The browser may refuse; the state stays unchanged then.
  const toggle = (element: Element = document.documentElement) =>
    void (isFull ? document.exitFullscreen() : element.requestFullscreen()).catch(() => undefined)
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined }
}
