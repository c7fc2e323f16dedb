// Several values in one text, joined by commas.

/** The single values of a text, each once. */
export const splitValues = (value: string | null): string[] => [
  ...new Set((value ?? '').split(',').flatMap((part) => part.trim() || [])),
]

export const joinValues = (values: readonly string[]): string | null =>
  splitValues(values.join(',')).join(',') || null
