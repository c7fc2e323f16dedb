import Type from 'typebox'
import { choiceSettings } from '../../schema/language/field.ts'

/** On is the first option, off the second; Y and N without options. */
export const switchSettings = { options: Type.Optional(choiceSettings.options) }
