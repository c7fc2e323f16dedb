import MDEditor from '@uiw/react-md-editor/nohighlight'
import '#runtime/ui/rich-text/rich-text.css'
import { previewOptions } from './preview-options.tsx'

/** Rendered Markdown; tags of HTML in the text are left out. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="pro-rich-reading">
    <MDEditor.Markdown {...previewOptions} source={text} />
  </div>
)
