import { textValue } from '../parts/text-value.ts'

export const inputValue = textValue('input', 200)
