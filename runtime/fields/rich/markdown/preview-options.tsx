import type { MDEditorProps } from '@uiw/react-md-editor/nohighlight'
import { linkAttributes } from '#runtime/kernel/text/html.ts'
import { safePreviewOptions } from './safe-preview-options.ts'

/** Links and pictures that are not allowed are replaced by their text. */
export const previewOptions: NonNullable<MDEditorProps['previewOptions']> = {
  ...safePreviewOptions,
  components: {
    a: ({ href, children }) =>
      href ? (
        <a href={href} {...linkAttributes}>
          {children}
        </a>
      ) : (
        <span>{children}</span>
      ),
    img: ({ src, alt }) => (src ? <img src={src} alt={alt ?? ''} /> : <span>{alt}</span>),
  },
}
