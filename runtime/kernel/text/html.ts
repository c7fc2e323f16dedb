/** The allowed elements of rich text; the server stores no others, the browser shows no others. */
export const allowedTags: readonly string[] = (
  'p br hr h1 h2 h3 h4 b strong i em u s code pre blockquote ul ol li a img span ' +
  'table thead tbody tr th td'
).split(' ')

export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
}

/** The attributes of every link of a rich text; its author cannot change them. */
export const linkAttributes = { target: '_blank', rel: 'noopener noreferrer' } as const

/** Characters of a link's address. */
const MAX_LINK = 2000

/** http, https, mailto, or a path of this server; a browser reads `//` and `/\` as another host. */
export const isSafeLink = (href: string): boolean =>
  href.length <= MAX_LINK &&
  !hasHidden(href) &&
  (/^(https?:\/\/|mailto:)/i.test(href) || /^\/(?![/\\])/.test(href))

/** Only pictures of this server: any other address would be requested by the browser of each reader. */
export const isOwnPicture = (src: string): boolean =>
  /^(\/jeecg-boot)?\/sys\/common\/static\/[\w./-]+$/.test(src) && !src.includes('..')

/** Browsers drop control characters from addresses, so the checked address would differ from the opened one. */
const hasHidden = (address: string): boolean => /[\p{Cc}\p{Z}]/u.test(address)

/** Whether a text opens a tag; one that does not is plain text, wherever it is put. */
export const isMarkup = (text: string): boolean => /<[a-z/!?]/i.test(text)

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Rich text to draw: text that was written before its field held rich text becomes paragraphs. */
export function toMarkup(text: string): string {
  if (isMarkup(text)) return text
  const safe = text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
  return safe.replace(/^.*$/gm, '<p>$&</p>').replace(/\n/g, '')
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
}

/** The text of a rich text in one line, to be shown as text only. */
export function toPlainText(text: string): string {
  if (!isMarkup(text)) return text
  return text
    .replace(/<\/(p|h\d|li|tr|td|th|pre|blockquote)>|<br[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => named[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
