import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import type { FileSettings, FilesV } from '../parts/paths.ts'
import { FilesCell } from '../parts/upload/FilesCell.tsx'
import { fileValue } from './value.ts'

export const fileType: FieldType<FilesV, FileSettings> = {
  ...fileValue,
  Cell: FilesCell,
  Control: lazyControl<ControlProps<FilesV, FileSettings>>(
    async () => (await import('../parts/upload/FilesControl.tsx')).FilesControl,
  ),
  CellEditor: lazyControl<ControlProps<FilesV, FileSettings>>(
    async () => (await import('../parts/upload/FilesInCell.tsx')).FilesInCell,
  ),
  isDrawn: true,
  designer: {
    label: '附件',
    group: 'file',
    icon: 'paper-clip',
    sample: { key: 'ffiles', title: '附件', type: 'file', number: 3 },
  },
}
