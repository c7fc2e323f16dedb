import type { AnyFieldValue } from '#runtime/schema/field-value.ts'
import { pathsValue } from '../kit/files/paths.ts'

export const imageValue = pathsValue('image', { dataType: 'image', usualFor: 'image' })

export const fileValue = pathsValue('file', { offList: true })

/** Files of any kind; the type name that column definitions use where forms use `file`. */
export const uploadValue = pathsValue('upload', { offList: true })

export const filesValues = {
  image: imageValue,
  file: fileValue,
  upload: uploadValue,
} satisfies Record<string, AnyFieldValue>
