import { pickedSettings } from '../../schema/language/field.ts'

export const selUserSettings = pickedSettings
