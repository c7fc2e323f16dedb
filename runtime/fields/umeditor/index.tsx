import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import type { FileSettings } from '../parts/paths.ts'
import { UmeditorCell } from './Cell.tsx'
import { umeditorValue } from './value.ts'

const Editor = lazyControl<ControlProps<string, FileSettings>>(
  async () => (await import('./Editor.tsx')).Editor,
)
const Reading = lazyControl<ControlProps<string>>(async () => (await import('./Reading.tsx')).Reading)

export const umeditorType: FieldType<string, FileSettings> = {
  ...umeditorValue,
  Cell: UmeditorCell,
  // Who only reads loads no editor.
  Control: (props) => (props.readOnly ? <Reading {...props} /> : <Editor {...props} />),
  designer: {
    label: '富文本',
    group: 'rich',
    icon: 'file-text',
    sample: { key: 'fnote', title: '富文本', type: 'umeditor', span: 2 },
  },
}
