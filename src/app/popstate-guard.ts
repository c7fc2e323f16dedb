type Holder = (event: PopStateEvent) => void

let holder: Holder | null = null

// Browsers call a window's listeners in the order they came, so this one is there before the router's.
window.addEventListener('popstate', (event) => holder?.(event), true)

/** Calls the listener on a history step before the router handles it; returns the function that removes it. */
export function guardPopstate(listener: Holder): () => void {
  holder = listener
  return () => {
    holder = null
  }
}
