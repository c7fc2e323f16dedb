import { pickedSettings } from '../../schema/language/field.ts'

export const selPositionSettings = pickedSettings
