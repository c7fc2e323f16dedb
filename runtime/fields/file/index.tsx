import type { FieldType } from '../contract.ts'
import type { FileSettings, FilesV } from '../parts/paths.ts'
import { fileFaces } from '../parts/upload/faces.ts'
import { fileValue } from './value.ts'

export const fileType: FieldType<FilesV, FileSettings> = {
  ...fileValue,
  ...fileFaces,
  designer: {
    label: '附件',
    group: 'file',
    icon: 'paper-clip',
    sample: { key: 'ffiles', title: '附件', type: 'file', number: 3 },
  },
}
