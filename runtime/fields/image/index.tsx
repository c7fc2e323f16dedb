import type { FieldType } from '../contract.ts'
import type { FileSettings, FilesV } from '../parts/paths.ts'
import { uploadFaces } from '../parts/upload/faces.ts'
import { ImageCell } from './Cell.tsx'
import { imageValue } from './value.ts'

export const imageType: FieldType<FilesV, FileSettings> = {
  ...imageValue,
  ...uploadFaces(
    ImageCell,
    async () => (await import('./Control.tsx')).ImageControl,
    async () => (await import('./CellEditor.tsx')).ImageCellEditor,
  ),
  designer: {
    label: '图片',
    group: 'file',
    icon: 'picture',
    sample: { key: 'fimages', title: '图片', type: 'image', number: 3 },
  },
}
