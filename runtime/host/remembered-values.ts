/** What one browser remembers; a storage that is closed, full or holds something else costs the memory, not the screen. */
export function readRemembered(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or closed: the next visit begins with the defaults.
  }
}

/** The texts of a remembered list; anything else in it is passed over. */
export const rememberedTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
