import { chosenSettings } from '../../schema/language/field.ts'

export const selDepartSettings = chosenSettings
