import { Code } from '../../schema/language/field.ts'

/** The registered widget that draws the field. */
export const slotSettings = { widget: Code }
