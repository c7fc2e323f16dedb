import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import { TextQuery } from '../parts/TextQuery.tsx'
import { TextareaCell } from './Cell.tsx'
import { TextareaControl, type TextareaSettings } from './Control.tsx'
import { textareaValue } from './value.ts'

export const textareaType: FieldType<string, TextareaSettings> = {
  ...textareaValue,
  Cell: TextareaCell,
  Control: TextareaControl,
  CellEditor: lazyControl<ControlProps<string, TextareaSettings>>(
    async () => (await import('./CellEditor.tsx')).TextareaCellEditor,
  ),
  QueryControl: TextQuery,
  designer: {
    label: '多行文本',
    group: 'basic',
    icon: 'align-left',
    sample: { key: 'fremark', title: '多行文本', type: 'textarea' },
  },
}
