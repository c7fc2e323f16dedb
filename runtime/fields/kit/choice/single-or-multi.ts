import type { FieldValue, QueryRule } from '#runtime/schema/field-value.ts'
import type { MultiSettings } from '#runtime/schema/language/settings.ts'

/** The value half of types whose field declares whether it holds one value or several. */
export function singleOrMulti<S extends MultiSettings>(
  single: FieldValue<string, S>,
  multi: FieldValue<string, S>,
  rules: readonly QueryRule[],
): FieldValue<string, S> {
  const half = (field: MultiSettings) => (field.multi ? multi : single)
  return {
    ...single,
    readsAs: (field) => half(field).readsAs?.(field),
    fromWire: (raw, field) => half(field).fromWire(raw, field),
    toText: (value, field, lookup, look) => half(field).toText(value, field, lookup, look),
    fromText: (text, field, lookup) => half(field).fromText(text, field, lookup),
    check: (raw, field, lookup) => half(field).check(raw, field, lookup),
    column: (field) => half(field).column(field),
    query: { rules },
  }
}
