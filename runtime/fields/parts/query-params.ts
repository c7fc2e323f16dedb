import { wrapFilter } from '../../kernel/text.ts'
import { queryRule } from '../../schema/derive.ts'
import type { QueryRule } from '../../schema/field-value.ts'
import type { Field } from '../../schema/types.ts'
import { useFieldTypes } from '../context.tsx'
import type { QueryControlProps } from '../contract.ts'

const marks: Partial<Record<QueryRule, RegExp>> = {
  like: /^\*(.*)\*$/s,
  right_like: /^(.*)\*$/s,
  left_like: /^\*(.*)$/s,
  ne: /^!=?\s?(.*)$/s,
  ge: /^>=\s?(.*)$/s,
  gt: /^>\s?(.*)$/s,
  le: /^<=\s?(.*)$/s,
  lt: /^<\s?(.*)$/s,
}

/** The words of a query item: one, or for `range` its ends, for `in` its members. */
export type Asked = readonly string[]

export function readAsked({ key }: Field, rule: QueryRule, params: QueryControlProps['params']): Asked {
  if (rule === 'range') return [params[`${key}_begin`] ?? '', params[`${key}_end`] ?? '']
  const raw = (rule === 'in' && params[`${key}_MultiString`]) || (params[key] ?? '')
  if (rule === 'in') return raw.split(',').filter((word) => word !== '')
  const inner = marks[rule]?.exec(raw)?.[1] ?? raw
  return inner === '' ? [] : [inner]
}

export function writeAsked({ key }: Field, rule: QueryRule, asked: Asked): Record<string, string> {
  const entries: [string, string | undefined][] =
    rule === 'range'
      ? [
          [`${key}_begin`, asked[0]],
          [`${key}_end`, asked[1]],
        ]
      : rule === 'in'
        ? [[`${key}_MultiString`, asked.join(',')]]
        : [
            [
              key,
              asked[0] &&
                (marks[rule] && !asked[0].includes('*') ? wrapFilter(rule, asked[0], true) : asked[0]),
            ],
          ]
  return Object.fromEntries(entries.flatMap(([name, word]) => (word ? [[name, word]] : [])))
}

/** What a query control needs of its field: the rule, the words asked for now, and how to ask for others. */
export function useAsked({ field, params, onChange }: QueryControlProps) {
  const rule = queryRule(field, useFieldTypes()) ?? 'eq'
  return {
    rule,
    asked: readAsked(field, rule, params),
    ask: (asked: Asked) => onChange(writeAsked(field, rule, asked)),
  }
}
