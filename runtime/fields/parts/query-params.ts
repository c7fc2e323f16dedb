import { queryRule } from '../../schema/derive.ts'
import { useFieldTypes } from '../context.tsx'
import type { QueryControlProps } from '../contract.ts'
import { type Asked, readAsked, writeAsked } from './asked.ts'

/** What a query control needs of its field: the rule, the words asked for now, and how to ask for others. */
export function useAsked({ field, params, onChange }: QueryControlProps) {
  const rule = queryRule(field, useFieldTypes()) ?? 'eq'
  return {
    rule,
    asked: readAsked(field.key, rule, params),
    ask: (asked: Asked) => onChange(writeAsked(field.key, rule, asked)),
  }
}
