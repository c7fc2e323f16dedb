import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { isOwnPicture, isSafeLink } from '#runtime/kernel/text/html.ts'

/** The allowed content of a rich text; `kernel/html.ts` permits all of it. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    // It would add an empty paragraph after a final heading or list.
    trailingNode: false,
    link: { openOnClick: false, isAllowedUri: (href) => isSafeLink(href) },
  }),
  Image.extend({
    // Any other address would be requested as soon as it is pasted.
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: (image) => (isOwnPicture(image.getAttribute('src') ?? '') ? null : false),
      },
    ],
  }).configure({ inline: true }),
  TableKit.configure({ table: { resizable: false } }),
]
