import type { FileSettings } from '#runtime/schema/language/settings.ts'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import type { AnyFieldType, ControlProps } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { TextQuery } from '../kit/text/TextQuery.tsx'
import type { RichFamily } from './settings.ts'
import { codeValue, markdownValue, type richValues, umeditorValue } from './values.ts'

/** Cells show the beginning of the text in one line; forms show its layout. */
const MAX_CELL_LENGTH = 25

export const codeType = defineFieldType(codeValue, {
  maxCellLength: MAX_CELL_LENGTH,
  Control: lazyControl<ControlProps<string, RichFamily['code']>>(
    async () => (await import('./code/CodeControl.tsx')).CodeControl,
  ),
  QueryControl: TextQuery,
  isMultiline: true,
  designer: {
    label: '代码',
    group: 'rich',
    icon: 'code',
    sampleValue: 'select fname, fnum\nfrom stk_goods\nwhere fnum > 0 -- 有库存',
    sample: { key: 'fcode', title: '代码', type: 'code', language: 'sql', span: 2 },
  },
})

const Editor = lazyControl<ControlProps<string, FileSettings>>(
  async () => (await import('./umeditor/UmeditorEditor.tsx')).UmeditorEditor,
)
const Reading = lazyControl<ControlProps<string>>(
  async () => (await import('./umeditor/UmeditorView.tsx')).UmeditorView,
)

export const umeditorType = defineFieldType(umeditorValue, {
  maxCellLength: MAX_CELL_LENGTH,
  // The view mode loads no editor.
  Control: (props) => (props.readOnly ? <Reading {...props} /> : <Editor {...props} />),
  isMultiline: true,
  designer: {
    label: '富文本',
    group: 'rich',
    icon: 'file-text',
    sampleValue: '<h2>提要</h2><p>是志<strong>体例谨严</strong>，引书皆注出处。</p>',
    sample: { key: 'fnote', title: '富文本', type: 'umeditor', span: 2 },
  },
})

type Props = ControlProps<string, FileSettings>

const MarkdownEditor = lazyControl<Props>(
  async () => (await import('./markdown/MarkdownEditor.tsx')).MarkdownEditor,
)
const MarkdownReading = lazyControl<Props>(
  async () => (await import('./markdown/MarkdownView.tsx')).MarkdownView,
)

export const markdownType = defineFieldType(markdownValue, {
  maxCellLength: MAX_CELL_LENGTH,
  Control: (props) =>
    props.readOnly || props.disabled ? <MarkdownReading {...props} /> : <MarkdownEditor {...props} />,
  QueryControl: TextQuery,
  isMultiline: true,
  designer: {
    label: 'Markdown',
    group: 'rich',
    icon: 'file-markdown',
    sampleValue: '## 提要\n\n是志**体例谨严**，引书皆注出处。\n\n- 沿革\n- 艺文',
    sample: { key: 'fmarkdown', title: 'Markdown', type: 'markdown', span: 2 },
  },
})

export const richTypes = {
  code: codeType,
  umeditor: umeditorType,
  markdown: markdownType,
} satisfies Record<keyof typeof richValues, AnyFieldType>
