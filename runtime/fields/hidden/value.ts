import { textValue } from '../parts/text-value.ts'

/** Holds what a picker fills in beside its field; never shown and never asked for. */
export const hiddenValue = textValue('hidden', 200, { query: null })
