/** Maximum words of a search; further ones must follow the last of them in their order. */
const MAX_WORDS = 8

/** The words of a typed text, each as the texts between its stars; a word of stars only is none. */
export function searchWords(typed: string): string[][] {
  const words = typed.trim().split(/\s+/)
  const searched = [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join('*')]
  return searched
    .map((word) => word.split('*').filter((part) => part !== ''))
    .filter((parts) => parts.length > 0)
}
