const placeholder = /\$\{([^{}]{1,64})\}/g

/** The keys that a text names as `${key}`, each once. */
export const listPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, key = '']) => key.trim())),
]

/** The keys that a text names, each time with the place where it begins. */
export const placeholderPlaces = (text: string): { key: string; from: number }[] =>
  [...text.matchAll(placeholder)].map(({ 1: inner = '', index }) => {
    const key = inner.trim()
    return { key, from: index + 2 + inner.indexOf(key) }
  })

/** The text with values in place of its `${key}`. */
export const fillPlaceholders = (text: string, getText: (key: string) => string): string =>
  text.replace(placeholder, (_, key: string) => getText(key.trim()))
