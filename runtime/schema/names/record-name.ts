import type { FieldValues } from '../field-value.ts'
import { type Field, isDetail, type ScreenDocument } from '../types.ts'
import { isNameField } from './name-field.ts'

/** Fields whose values every reader of the record may see as they are stored. */
const isOpen = (field: Field): boolean =>
  !isDetail(field) &&
  field.type !== 'hidden' &&
  field.persist !== false &&
  !field.writeOnly &&
  !field.mask &&
  !field.access?.read

/**
 * The key of the field by which a record is named: its number, else a unique field, else its name, else its first text.
 * Undefined where no field may be named to every reader of the record.
 */
export function findNameKey(
  { fields }: Pick<ScreenDocument, 'fields'>,
  types: FieldValues,
): string | undefined {
  const open = fields.filter(isOpen)
  const found =
    open.find(({ auto }) => auto !== undefined) ??
    open.find(({ validateRules }) => validateRules?.some(({ unique }) => unique === true)) ??
    open.find(isNameField) ??
    open.find(({ type, dictCode }) => types.get(type)?.usualFor === 'text' && !dictCode)
  return found?.key
}
