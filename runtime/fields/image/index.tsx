import type { ControlProps, FieldType } from '../contract.ts'
import { lazyControl } from '../parts/lazy.tsx'
import type { FileSettings, FilesV } from '../parts/paths.ts'
import { ImageCell } from './Cell.tsx'
import { imageValue } from './value.ts'

export const imageType: FieldType<FilesV, FileSettings> = {
  ...imageValue,
  Cell: ImageCell,
  Control: lazyControl<ControlProps<FilesV, FileSettings>>(
    async () => (await import('./Control.tsx')).ImageControl,
  ),
  CellEditor: lazyControl<ControlProps<FilesV, FileSettings>>(
    async () => (await import('./CellEditor.tsx')).ImageCellEditor,
  ),
  isDrawn: true,
  designer: {
    label: '图片',
    group: 'file',
    icon: 'picture',
    sample: { key: 'fimages', title: '图片', type: 'image', number: 3 },
  },
}
