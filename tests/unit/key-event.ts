/** What a keyboard event says about a key that a table of commands names. */
export function buildKey(name: string) {
  const parts = name.split('+')
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier)
  const key = parts.at(-1) ?? ''
  return {
    key: key.length === 1 ? key.toLowerCase() : key,
    ctrlKey: has('Mod'),
    metaKey: false,
    altKey: has('Alt'),
    shiftKey: has('Shift'),
  }
}
