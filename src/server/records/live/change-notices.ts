import type { Live } from '../../platform/live/live.ts'

/** Milliseconds between two notices: the first change is announced at once, those after it together. */
const NOTICE_DELAY_MS = 1000

/**
 * Announces to all pages that records have changed, without their screen: what a page may see it asks for itself. Lists of
 * other screens may have changed as well, by effects and hooks.
 */
export function createChangeNotices(live: Pick<Live, 'tell'>): () => void {
  let pause: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  const tell = () => {
    isWaiting = false
    live.tell({ cmd: 'changed' })
    pause = setTimeout(() => {
      pause = undefined
      if (isWaiting) tell()
    }, NOTICE_DELAY_MS).unref()
  }
  return () => {
    if (pause === undefined) tell()
    else isWaiting = true
  }
}
