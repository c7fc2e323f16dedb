/** Values stored in this browser; a storage that is unavailable, full or invalid loses them without an error. */
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
    // Unavailable or full: the next visit uses the defaults.
  }
}

/** The texts of a stored list; other elements are dropped. */
export const rememberedTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
