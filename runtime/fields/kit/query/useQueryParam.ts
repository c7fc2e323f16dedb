import { useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { queryRule } from '#runtime/schema/derive.ts'
import {
  type FilterValues,
  paramNames,
  readFilterValues,
  writeFilterValues,
} from '#runtime/schema/query/filter-value.ts'
import type { QueryControlProps } from '../../../contract/contract.ts'

/**
 * The query state of a field: its rule, the current filter values, and their setter. Values set here are returned as
 * they were set while the parameters say the same: reading them back would remove typed wildcards and blanks.
 */
export function useQueryParam({ field, params, onChange }: QueryControlProps) {
  const rule = queryRule(field, useFieldTypes()) ?? 'eq'
  const [typed, setTyped] = useState<FilterValues | null>(null)
  const written = typed && writeFilterValues(field.key, rule, typed)
  const isCurrent = written && paramNames(field.key, rule).every((name) => written[name] === params[name])
  return {
    rule,
    filterValues: isCurrent && typed ? typed : readFilterValues(field.key, rule, params),
    setFilterValues: (next: FilterValues) => {
      setTyped(next)
      onChange(writeFilterValues(field.key, rule, next))
    },
  }
}
