import Type from 'typebox'
import { storedFileSettings } from '#runtime/schema/language/field.ts'

/** `crop`: a ratio is width by height. */
export const imageSettings = {
  ...storedFileSettings,
  crop: Type.Optional(Type.Union([Type.Boolean(), Type.Number({ minimum: 0.1, maximum: 10 })])),
}

export const fileSettings = storedFileSettings

export const uploadSettings = storedFileSettings

export const filesFamilySettings = {
  image: imageSettings,
  file: fileSettings,
  upload: uploadSettings,
}
