import createPurify from 'dompurify'
import {
  allowedAttributes,
  allowedTags,
  isOwnPicture,
  isSafeLink,
  linkAttributes,
  toMarkup,
} from '#runtime/kernel/text/html.ts'

const purify = createPurify(window)

const attributes = [...new Set(Object.values(allowedAttributes).flat())]

purify.addHook('uponSanitizeAttribute', (node, data) => {
  const tag = node.nodeName.toLowerCase()
  const isAllowed = allowedAttributes[tag]?.includes(data.attrName) === true
  const isSafe =
    data.attrName === 'href'
      ? isSafeLink(data.attrValue)
      : data.attrName !== 'src' || isOwnPicture(data.attrValue)
  data.keepAttr = isAllowed && isSafe
})
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName === 'A')
    for (const [name, value] of Object.entries(linkAttributes)) node.setAttribute(name, value)
  if (node.nodeName === 'IMG' && !node.hasAttribute('src')) node.remove()
})

/** The only function that prepares stored HTML for display: it keeps allowed elements only. */
export const safeHtml = (text: string): string =>
  purify.sanitize(toMarkup(text), {
    ALLOWED_TAGS: [...allowedTags],
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
