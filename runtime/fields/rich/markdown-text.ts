/** The words of a markdown text in one line, without its marks. Each expression reads the text once. */
export function markdownToText(text: string): string {
  const words = text
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\*+|`+|~~|__/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  // Marks alone are shown as they are.
  return words === '' ? text : words
}
