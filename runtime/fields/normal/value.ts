import { textValue } from '../parts/text-value.ts'

/** Plain text that is shown and never typed. */
export const normalValue = textValue('normal', 200)
