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

/**
 * What of a rich text may be stored; null when nothing to see is left. Text without a tag stays letter for letter.
 * A cleaned text cleans to itself.
 */
export function cleanMarkup(text: string): string | null {
  if (!isMarkup(text)) return text
  const clean = sanitizeHtml(text, options)
  // Without a tag its `&amp;` would be read as plain text next time.
  const kept = isMarkup(clean) ? clean : `<p>${clean}</p>`
  return wordsOf(kept) === '' && !/<(img|hr)\b/.test(kept) ? null : kept
}
