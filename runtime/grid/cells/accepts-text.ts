import { isFreeText } from '#runtime/contract/free-text.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import type { Column } from '../columns/columns.ts'

/** Whether any text is a valid value of the column. */
export const acceptsText = ({ type, field }: Column): boolean =>
  isFreeText(type) &&
  [field.dictCode, field.options].every((setting) => setting === undefined) &&
  type.fromText('字', field, noLookup).ok
