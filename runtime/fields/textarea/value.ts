import { longText, textValue } from '../parts/text-value.ts'

export const textareaValue = textValue('textarea', longText)
