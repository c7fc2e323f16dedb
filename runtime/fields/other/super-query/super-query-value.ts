import { isBlank } from '#runtime/kernel/json.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { isIncomplete, readQuery } from '#runtime/rules/advanced-query/read.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { FieldValue } from '#runtime/schema/field-value.ts'
import { textFromWire } from '../../kit/text/text-value.ts'
import type { OtherFamily } from '../settings.ts'
import { superQueryValue } from '../values.ts'

/** The query in a value: JSON of `{matchType, params}`. Null for an empty or invalid one. */
export function readStoredQuery(text: string | null): ConditionGroup | null {
  try {
    const raw: unknown = JSON.parse(text ?? '')
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null
    const { matchType, params } = raw as Record<string, unknown>
    return readQuery(matchType, params)
  } catch {
    return null
  }
}

/** The value half with the check of the conditions: the registry of the server and of scripts has it in place of `superQueryValue`. */
export const checkedSuperQueryValue: FieldValue<string, OtherFamily['super_query']> = {
  ...superQueryValue,
  check(raw, field, lookup) {
    const fault = superQueryValue.check(raw, field, lookup)
    if (fault || isBlank(raw)) return fault
    const query = readStoredQuery(textFromWire(raw))
    return query && !isIncomplete(query)
      ? null
      : { code: 'conditions', text: `${getTitle(field)}不是完整的查询条件，请重新设置` }
  },
}
