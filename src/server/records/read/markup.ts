import sanitizeHtml from 'sanitize-html'
import { type Parsed, parsed, refused } from '#runtime/kernel/problem.ts'
import {
  allowedAttributes,
  allowedTags,
  isMarkup,
  isOwnPicture,
  isSafeLink,
  linkAttributes,
  toPlainText,
} from '#runtime/kernel/text/html.ts'

/** Maximum nesting of tags. Deeper nesting costs the sanitizer quadratic time. */
const MAX_DEPTH = 100
/** Passes after which a text must be stable. Removing a tag can change the meaning of the rest for a later pass. */
const MAX_PASSES = 3

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
    // The sanitizer's own address check is quadratic in the length.
    img: (tagName, attribs) => ({ tagName, attribs: isOwnPicture(attribs.src ?? '') ? attribs : {} }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs.src ?? ''),
}

class TooDeep extends Error {}

/** One pass of the sanitizer; throws `TooDeep` at the first tag below the limit, before the tag is processed. */
function sanitize(text: string): string {
  let depth = 0
  return sanitizeHtml(text, {
    ...options,
    onOpenTag() {
      depth += 1
      if (depth > MAX_DEPTH) throw new TooDeep()
    },
    onCloseTag() {
      depth -= 1
    },
  })
}

/** Repeats sanitising until the text is stable. A text that is still unstable after the last pass keeps its plain text only. */
function stabilize(text: string): string {
  let clean = text
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = sanitize(clean)
    if (next === clean) return clean
    clean = next
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}

/**
 * The allowed part of a rich text, ready to be stored; null when nothing visible remains. Text without a tag is
 * unchanged, and sanitising a clean text changes nothing. Refused when tags are nested too deeply. The cost is linear in
 * the length, which the caller limits.
 */
export function cleanMarkup(text: string): Parsed<string | null> {
  if (!isMarkup(text)) return parsed(text)
  try {
    const clean = stabilize(text)
    // Without a tag its `&amp;` would be read as plain text in the next pass.
    const stable = isMarkup(clean) ? clean : `<p>${clean}</p>`
    return parsed(toPlainText(stable) === '' && !/<(img|hr)\b/.test(stable) ? null : stable)
  } catch (error) {
    if (error instanceof TooDeep)
      return refused(`的标签嵌套超过 ${MAX_DEPTH} 层，请去掉多余的格式，或以纯文本重新粘贴`)
    throw error
  }
}
