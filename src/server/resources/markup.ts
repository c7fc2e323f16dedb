import sanitizeHtml from 'sanitize-html'
import {
  allowedAttributes,
  allowedTags,
  isMarkup,
  isOwnPicture,
  isSafeLink,
  linkAttributes,
  wordsOf,
} from '../../../runtime/kernel/html.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...allowedTags],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]])),
    a: [...(allowedAttributes.a ?? []), ...Object.keys(linkAttributes)],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href !== undefined && isSafeLink(href) ? { href } : {}), ...linkAttributes },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs.src ?? ''),
}

const mostPasses = 8

/** Taking a tag out can leave others nested as a parser would not: cleaned again until nothing changes, else words only. */
function settle(text: string): string {
  let clean = text
  for (let pass = 0; pass < mostPasses; pass++) {
    const next = sanitizeHtml(clean, options)
    if (next === clean) return clean
    clean = next
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}

/**
 * What of a rich text may be stored; null when nothing to see is left. Text without a tag stays letter for letter.
 * A cleaned text cleans to itself.
 */
export function cleanMarkup(text: string): string | null {
  if (!isMarkup(text)) return text
  const clean = settle(text)
  // Without a tag its `&amp;` would be read as plain text next time.
  const kept = isMarkup(clean) ? clean : `<p>${clean}</p>`
  return wordsOf(kept) === '' && !/<(img|hr)\b/.test(kept) ? null : kept
}
