import Type from 'typebox'
import { storedFileSettings } from '../../schema/language/field.ts'

/** `crop`: a ratio is width by height. */
export const imageSettings = {
  ...storedFileSettings,
  crop: Type.Optional(Type.Union([Type.Boolean(), Type.Number({ minimum: 0.1, maximum: 10 })])),
}
