/** Memoizes results by text; when `limit` is reached the oldest is dropped. `make` must be pure. */
export function memoize<V>(limit: number, make: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    const oldest = known.keys().next()
    if (known.size >= limit && !oldest.done) known.delete(oldest.value)
    known.set(text, made)
    return made
  }
}
