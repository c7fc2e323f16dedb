import { queryRule } from '#runtime/schema/derive.ts'
import { type FilterValues, readFilterValues, writeFilterValues } from '#runtime/schema/filter-value.ts'
import { useFieldTypes } from '../../context.tsx'
import type { QueryControlProps } from '../../contract.ts'

/** The query state of a field: its rule, the current filter values, and their setter. */
export function useQueryParam({ field, params, onChange }: QueryControlProps) {
  const rule = queryRule(field, useFieldTypes()) ?? 'eq'
  return {
    rule,
    filterValues: readFilterValues(field.key, rule, params),
    setFilterValues: (next: FilterValues) => onChange(writeFilterValues(field.key, rule, next)),
  }
}
