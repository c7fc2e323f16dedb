/** Memoizes results by text; when `limit` is reached the oldest is dropped. `make` must be pure. */
export function memoize<V>(limit: number, make: (text: string) => V): (text: string) => V {
  const cache = new Map<string, V>()
  return (text) => {
    const found = cache.get(text)
    if (found !== undefined) return found
    const made = make(text)
    const oldest = cache.keys().next()
    if (cache.size >= limit && !oldest.done) cache.delete(oldest.value)
    cache.set(text, made)
    return made
  }
}
