import MDEditor from '@uiw/react-md-editor/nohighlight'
import { RichReading } from '#runtime/ui/RichText.tsx'
import type { ControlProps } from '../contract.ts'
import { layout } from './layout.tsx'

/** Laid out for who only reads. */
export const Reading = ({ value, field, id }: ControlProps<string>) => (
  <RichReading id={id} field={field}>
    <MDEditor.Markdown {...layout} source={value ?? ''} />
  </RichReading>
)
