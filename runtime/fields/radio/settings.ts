import { choiceSettings } from '../../schema/language/field.ts'

export const radioSettings = choiceSettings
