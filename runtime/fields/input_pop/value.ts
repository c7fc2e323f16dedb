import { longText, textValue } from '../parts/text-value.ts'

export const inputPopValue = textValue('input_pop', longText)
