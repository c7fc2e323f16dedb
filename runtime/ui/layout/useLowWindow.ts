import { useSyncExternalStore } from 'react'

/** A laptop at 150 %: 512 pixels of 768. */
const lowMedia = '(max-height: 640px)'

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia?.(lowMedia)
  media?.addEventListener?.('change', changed)
  return () => media?.removeEventListener?.('change', changed)
}

/** The window is so low that tables use the smallest density. */
export const useLowWindow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia?.(lowMedia).matches ?? false)
