import { randomName } from '#runtime/kernel/random.ts'

const readStep = (): unknown => (window.history.state as { backStep?: unknown } | null)?.backStep

/**
 * Adds a step to the browser's history at the same address: Back calls `close` instead of leaving the page. Returns
 * the function for an overlay that was closed otherwise; it removes the step.
 */
export function addBackStep(close: () => void): () => void {
  const step = randomName()
  window.history.pushState({ ...window.history.state, backStep: step }, '')
  const onPop = () => {
    if (readStep() === step) return
    window.removeEventListener('popstate', onPop)
    close()
  }
  window.addEventListener('popstate', onPop)
  return () => {
    window.removeEventListener('popstate', onPop)
    if (readStep() === step) window.history.back()
  }
}
