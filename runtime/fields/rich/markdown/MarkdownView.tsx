import MDEditor from '@uiw/react-md-editor/nohighlight'
import { RichText } from '#runtime/ui/rich-text/RichText.tsx'
import type { ControlProps } from '../../../contract/contract.ts'
import { previewOptions } from './preview-options.tsx'

/** The rendered Markdown in view mode. */
export const MarkdownView = ({ value, field, id }: ControlProps<string>) => (
  <RichText id={id} field={field}>
    <MDEditor.Markdown {...previewOptions} source={value ?? ''} />
  </RichText>
)
