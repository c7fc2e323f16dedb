import { textValue } from '../parts/text-value.ts'

/** Program text, letter for letter. */
export const codeValue = textValue('code', 100_000, { column: () => ({ type: 'text' }), offList: true })
