/** A mention in the text of a comment: `@姓名[account]`. */
const mention = /(@[^@[\]]{1,100})\[[^[\]]{1,100}\]/g

export interface TextPart {
  text: string
  isMention: boolean
}

/** The text as its readers see it: with the names of users and without their accounts. */
export const withoutAccounts = (text: string): string => text.replace(mention, '$1')

/** The text in parts: mentions without their accounts, and what is between them. */
export function splitParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(mention)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index), isMention: false })
    parts.push({ text: found[1] ?? '', isMention: true })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMention: false })
  return parts
}
