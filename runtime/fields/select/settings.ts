import Type from 'typebox'
import { choiceSettings } from '../../schema/language/field.ts'

export const selectSettings = {
  ...choiceSettings,
  allowInput: Type.Optional(Type.Boolean()),
  allowSearch: Type.Optional(Type.Boolean()),
}
