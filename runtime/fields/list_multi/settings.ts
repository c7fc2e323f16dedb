import { choiceSettings } from '../../schema/language/field.ts'

const { valueType: _, ...settings } = choiceSettings

/** Values are text: they are kept joined by commas. */
export const listMultiSettings = settings
