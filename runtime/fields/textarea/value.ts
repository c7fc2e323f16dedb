import { textValue } from '../parts/text-value.ts'

export const textareaValue = textValue('textarea', 2000)
