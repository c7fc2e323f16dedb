/** The text of a Markdown document in one line without markup. Each expression runs in linear time. */
export function markdownToText(text: string): string {
  const words = text
    .replace(/^ {0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\*+|`+|~~|__/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  // A text of markup only is shown as it is.
  return words === '' ? text : words
}
