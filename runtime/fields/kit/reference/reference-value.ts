import type { FieldValue } from '#runtime/schema/field-value.ts'
import type { ReferenceSettings } from '#runtime/schema/language/settings.ts'
import type { FieldOf } from '#runtime/schema/types.ts'
import { multiValue } from '../choice/multi.ts'

/** Letters of the key of one record. */
const MAX_KEY_LENGTH = 100

type ReferenceField = FieldOf<ReferenceSettings>

/**
 * The value half of types that reference records of the system (users, roles, departments): one key or several joined
 * by commas, displayed by a dictionary that is never loaded completely; the server sends the texts with the values.
 */
export function referenceValue(type: string, dict: string): FieldValue<string, ReferenceSettings> {
  const half = multiValue(type)
  const bound = (field: ReferenceField) => ({ ...field, dictCode: field.dictCode ?? dict })
  return {
    ...half,
    readsAs: (field) => (field.multi ? half.readsAs?.(field) : undefined),
    dict: (field) => field.dictCode ?? dict,
    needs: () => [],
    toText: (value, field, lookup, look) => half.toText(value, bound(field), lookup, look),
    fromText: (text, field, lookup) => half.fromText(text, bound(field), lookup),
    check: (raw, field, lookup) => half.check(raw, bound(field), lookup),
    indexedLength: (field) => (field.multi ? undefined : MAX_KEY_LENGTH),
    query: { rules: ['eq', 'in', 'like', 'right_like', 'ne'] },
  }
}
