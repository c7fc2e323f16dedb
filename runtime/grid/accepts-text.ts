import { isFreeText } from '#runtime/fields/free-text.ts'
import type { Column } from './columns/columns.ts'

/** A lookup without dictionaries: typed letters never match a dictionary entry. */
export const noLookup = { text: () => undefined, value: () => undefined, items: () => [] }

/** Whether any text is a valid value of the column. */
export const acceptsText = ({ type, field }: Column): boolean =>
  isFreeText(type) &&
  [field.dictCode, field.options].every((setting) => setting === undefined) &&
  type.fromText('字', field, noLookup).ok
