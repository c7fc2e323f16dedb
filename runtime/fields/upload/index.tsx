import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import type { FileSettings, FilesV } from '../parts/paths.ts'
import { FilesCell } from '../parts/upload/FilesCell.tsx'
import { uploadValue } from './value.ts'

export const uploadType: FieldType<FilesV, FileSettings> = {
  ...uploadValue,
  Cell: FilesCell,
  Control: lazyControl<ControlProps<FilesV, FileSettings>>(
    async () => (await import('../parts/upload/FilesControl.tsx')).FilesControl,
  ),
  CellEditor: lazyControl<ControlProps<FilesV, FileSettings>>(
    async () => (await import('../parts/upload/FilesInCell.tsx')).FilesInCell,
  ),
  isDrawn: true,
  designer: {
    label: '上传',
    group: 'file',
    icon: 'upload',
    sample: { key: 'fuploads', title: '上传', type: 'upload', number: 3 },
  },
}
