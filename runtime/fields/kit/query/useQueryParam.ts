import { queryRule } from '#runtime/schema/derive.ts'
import { type FilterValues, readFilterValues, writeFilterValues } from '#runtime/schema/filter-value.ts'
import { useFieldTypes } from '../../context.tsx'
import type { QueryControlProps } from '../../contract.ts'

/** What a query control needs of its field: the rule, the words asked for now, and how to ask for others. */
export function useQueryParam({ field, params, onChange }: QueryControlProps) {
  const rule = queryRule(field, useFieldTypes()) ?? 'eq'
  return {
    rule,
    asked: readFilterValues(field.key, rule, params),
    ask: (asked: FilterValues) => onChange(writeFilterValues(field.key, rule, asked)),
  }
}
