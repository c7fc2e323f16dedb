import { isFreeText } from '#runtime/fields/free-text.ts'
import type { Column } from './columns/columns.ts'

/** Letters are text here, never the name of a dictionary's entry. */
export const noLookup = { text: () => undefined, value: () => undefined, items: () => [] }

/** Whether any word is a value of the column. */
export const acceptsText = ({ type, field }: Column): boolean =>
  isFreeText(type) &&
  [field.dictCode, field.options].every((one) => one === undefined) &&
  type.fromText('字', field, noLookup).ok
