import { isMarkup, toPlainText } from '#runtime/kernel/text/html.ts'

/** The ends of paragraphs, headings, items and rows of tables, and the breaks inside them. */
const lineEnd = /(?:<\/(?:p|h\d|li|tr|pre|blockquote)>\s*)+|<br[^<>]*>/i

/** The text of a rich text for paper: each paragraph, item and row on a line of its own, with one blank line at most. */
export function writeLines(text: string): string {
  if (!isMarkup(text)) return text
  // The tag lets a part without tags be read as markup, too.
  const lines = text.split(lineEnd).map((part) => toPlainText(`${part}<br>`))
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
