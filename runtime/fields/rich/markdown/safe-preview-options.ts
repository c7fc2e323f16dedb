import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize'
import { allowedAttributes, allowedTags, isOwnPicture, isSafeLink } from '#runtime/kernel/text/html.ts'

type Plugins = readonly unknown[]

/** The allowed elements of rich text, plus check boxes and strikethrough of Markdown. */
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

/** Additions of the library (anchors, attributes, buttons) are removed; HTML in the text is shown as text. */
const onlyClean = (kind: string, plugins: Plugins): Plugins =>
  kind === 'rehype' ? [[rehypeSanitize, schema]] : plugins

/** Addresses as in rich text: links inside the system or to the web, pictures of the system only. */
const safeUrl = (url: string, key: string): string => {
  const isSafe = key === 'src' ? isOwnPicture(url) : isSafeLink(url)
  return isSafe ? url : ''
}

/** Rendering options of Markdown everywhere, in the editor preview and in view mode. */
export const safePreviewOptions = {
  prefixCls: 'pro-rich-text',
  pluginsFilter: onlyClean as never,
  urlTransform: safeUrl,
}
