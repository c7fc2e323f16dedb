import type { AnyFieldType } from '../../contract/contract.ts'
import { defineFieldType } from '../kit/define-field-type.ts'
import { ImageCell } from './ImageCell.tsx'
import { fileViews, uploadViews } from './upload-types.ts'
import { type filesValues, fileValue, imageValue, uploadValue } from './values.ts'

export const imageType = defineFieldType(imageValue, {
  ...uploadViews(
    ImageCell,
    async () => (await import('./ImageControl.tsx')).ImageControl,
    async () => (await import('./cell-editors.tsx')).ImageCellEditor,
  ),
  isMultiline: true,
  designer: {
    label: '图片',
    group: 'file',
    icon: 'picture',
    sample: { key: 'fimages', title: '图片', type: 'image', number: 3 },
  },
})

export const fileType = defineFieldType(fileValue, {
  ...fileViews,
  isMultiline: true,
  designer: {
    label: '附件',
    group: 'file',
    icon: 'paper-clip',
    sample: { key: 'ffiles', title: '附件', type: 'file', number: 3 },
  },
})

export const uploadType = defineFieldType(uploadValue, {
  ...fileViews,
  isMultiline: true,
  designer: {
    label: '上传',
    group: 'file',
    icon: 'upload',
    sample: { key: 'fuploads', title: '上传', type: 'upload', number: 3 },
  },
})

export const filesTypes = {
  image: imageType,
  file: fileType,
  upload: uploadType,
} satisfies Record<keyof typeof filesValues, AnyFieldType>
