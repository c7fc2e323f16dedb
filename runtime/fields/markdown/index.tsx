import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import type { FileSettings } from '../parts/paths.ts'
import { TextQuery } from '../parts/TextQuery.tsx'
import { MarkdownCell } from './Cell.tsx'
import { markdownValue } from './value.ts'

type Props = ControlProps<string, FileSettings>

const Editor = lazyControl<Props>(async () => (await import('./Editor.tsx')).Editor)
const Reading = lazyControl<Props>(async () => (await import('./Reading.tsx')).Reading)

export const markdownType: FieldType<string, FileSettings> = {
  ...markdownValue,
  Cell: MarkdownCell,
  Control: (props) => (props.readOnly || props.disabled ? <Reading {...props} /> : <Editor {...props} />),
  QueryControl: TextQuery,
  designer: {
    label: 'Markdown',
    group: 'rich',
    icon: 'file-markdown',
    sample: { key: 'fmarkdown', title: 'Markdown', type: 'markdown', span: 2 },
  },
}
