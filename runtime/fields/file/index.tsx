import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import type { FileSettings } from '../parts/paths.ts'
import { FileCell } from './Cell.tsx'
import { fileValue } from './value.ts'

export const fileType: FieldType<string, FileSettings> = {
  ...fileValue,
  Cell: FileCell,
  Control: lazyControl<ControlProps<string, FileSettings>>(
    async () => (await import('./Control.tsx')).FileControl,
  ),
  CellEditor: lazyControl<ControlProps<string, FileSettings>>(
    async () => (await import('./CellEditor.tsx')).FileCellEditor,
  ),
  designer: {
    label: '附件',
    group: 'file',
    icon: 'paper-clip',
    sample: { key: 'ffiles', title: '附件', type: 'file', number: 3 },
  },
}
