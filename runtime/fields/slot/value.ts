import { textValue } from '../parts/text-value.ts'

/** What a registered widget makes of it is the widget's affair; it is kept as text. */
export const slotValue = textValue('slot', 2000)
