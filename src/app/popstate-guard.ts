type Holder = (event: PopStateEvent) => void

let holder: Holder | null = null

// Browsers call a window's listeners in the order they came, so this one is there before the router's.
window.addEventListener('popstate', (event) => holder?.(event), true)

/** Hears of a step in the browser's history before the router does; answers the function that ends it. */
export function guardPopstate(listener: Holder): () => void {
  holder = listener
  return () => {
    holder = null
  }
}
