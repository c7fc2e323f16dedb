/** The words of a typed text, each as the texts between its stars; a word of stars only is none. */
export const searchWords = (typed: string): string[][] =>
  typed
    .split(/\s+/)
    .map((word) => word.split('*').filter(Boolean))
    .filter((parts) => parts.length > 0)
