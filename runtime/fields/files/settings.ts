import Type from 'typebox'
import { type FamilySettings, fieldType, optional } from '#runtime/schema/language/property.ts'
import { storedFileSettings } from '#runtime/schema/language/settings.ts'

export const filesFamilySettings = {
  image: {
    type: fieldType('image', '图片', '可预览、可左右移动'),
    ...storedFileSettings,
    /** A ratio is the width divided by the height. */
    crop: optional(
      '裁剪',
      '上传前裁剪：true 按原图比例，或写宽除以高',
      1.5,
      Type.Union([Type.Boolean(), Type.Number({ minimum: 0.1, maximum: 10 })]),
    ),
  },
  file: { type: fieldType('file', '附件', '可下载、可删除'), ...storedFileSettings },
  upload: { type: fieldType('upload', '上传', '同附件'), ...storedFileSettings },
}

/** The settings of each type of the family, by its word. */
export type FilesFamily = FamilySettings<typeof filesFamilySettings>
