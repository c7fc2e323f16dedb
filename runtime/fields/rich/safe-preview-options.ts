import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize'
import { allowedAttributes, allowedTags, isOwnPicture, isSafeLink } from '#runtime/kernel/html.ts'

type Plugins = readonly unknown[]

/** The house's list of rich text, and the boxes and strokes that markdown has besides. */
const schema: Options = {
  ...defaultSchema,
  tagNames: [...allowedTags, 'del', 'input'],
  attributes: {
    ...Object.fromEntries(Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]])),
    input: [
      ['type', 'checkbox'],
      ['disabled', true],
      ['checked', true],
    ],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  protocols: {},
}

/** What the library would add (anchors, attributes, buttons) is left away; HTML in the text stays text. */
const onlyClean = (kind: string, plugins: Plugins): Plugins =>
  kind === 'rehype' ? [[rehypeSanitize, schema]] : plugins

/** Addresses as in rich text: links of the house or the web, pictures of the house alone. */
const safeUrl = (url: string, key: string): string => {
  const isSafe = key === 'src' ? isOwnPicture(url) : isSafeLink(url)
  return isSafe ? url : ''
}

/** How markdown is laid out wherever it is read, beside its writing and in details. */
export const safePreviewOptions = {
  prefixCls: 'rich-text',
  pluginsFilter: onlyClean as never,
  urlTransform: safeUrl,
}
