import { storedFileSettings } from '../../schema/language/field.ts'

export const fileSettings = storedFileSettings
