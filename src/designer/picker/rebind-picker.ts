import type { JsonObject } from '#runtime/kernel/json.ts'
import { readMapping, writeMapping } from './field-mapping.ts'
import { bindPicker, findMain, type PickerColumns } from './new-picker.ts'

/** The field with another picker: it takes the same values where the picker has them too, else at least its own. */
export function rebindPicker(
  field: JsonObject,
  picker: PickerColumns,
  siblings: ReadonlySet<string>,
): JsonObject {
  const pairs = readMapping(field)
  if (pairs.length === 0) return bindPicker(field, picker, siblings)
  const bound = { ...field, popupCode: picker.code }
  const columns = new Set(['id', ...picker.fields, ...(picker.sourceFields ?? [])])
  const fitting = pairs.filter(({ source }) => columns.has(source))
  if (fitting.length === pairs.length) return bound
  const key = String(field.key)
  const hasMain = fitting.some(({ target }) => target === key)
  const main = { source: findMain(key, picker), target: key }
  return writeMapping(bound, hasMain ? fitting : [main, ...fitting])
}
