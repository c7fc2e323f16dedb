import type { FieldType } from '../contract.ts'
import type { FileSettings, FilesV } from '../parts/paths.ts'
import { fileFaces } from '../parts/upload/faces.ts'
import { uploadValue } from './value.ts'

export const uploadType: FieldType<FilesV, FileSettings> = {
  ...uploadValue,
  ...fileFaces,
  designer: {
    label: '上传',
    group: 'file',
    icon: 'upload',
    sample: { key: 'fuploads', title: '上传', type: 'upload', number: 3 },
  },
}
