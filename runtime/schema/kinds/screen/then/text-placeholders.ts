const placeholder = /\$\{([^{}]{1,64})\}/g

/** The keys that a text names as `${key}`, each once. */
export const listPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, key = '']) => key.trim())),
]

/** The text with values in place of its `${key}`. */
export const fillPlaceholders = (text: string, getText: (key: string) => string): string =>
  text.replace(placeholder, (_, key: string) => getText(key.trim()))
