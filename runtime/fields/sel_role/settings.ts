import { pickedSettings } from '../../schema/language/field.ts'

export const selRoleSettings = pickedSettings
