import { choiceSettings } from '../../schema/language/field.ts'

export const selectSettings = choiceSettings
