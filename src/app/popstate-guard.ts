type Holder = (event: PopStateEvent) => void

let holder: Holder | null = null

// Browsers call the listeners of a window in order of registration, so this one runs before the listener of the router.
window.addEventListener('popstate', (event) => holder?.(event), true)

/** Calls the listener on a history step before the router handles it; returns the function that removes it. */
export function guardPopstate(listener: Holder): () => void {
  holder = listener
  return () => {
    holder = null
  }
}
