import { wrapFilter } from '#runtime/kernel/text/text.ts'
import type { QueryRule } from '../field-value.ts'

type Params = Readonly<Record<string, string>>

/** The values of a query item: one, or for `range` its ends, for `in` its members. */
export type FilterValues = readonly string[]

/** A text with wildcards of its own keeps them: only wildcards that the client added are removed. */
const marks: Partial<Record<QueryRule, RegExp>> = {
  like: /^\*([^*]*)\*$/,
  right_like: /^([^*]*)\*$/,
  left_like: /^\*([^*]*)$/,
  ne: /^!=?\s*(.*)$/s,
  ge: /^>=\s*(.*)$/s,
  gt: /^>(?!=)\s*(.*)$/s,
  le: /^<=\s*(.*)$/s,
  lt: /^<(?!=)\s*(.*)$/s,
}

/** The list parameters that a rule writes (docs/http.md, "Lists"); `range` and `in` have their own suffixes. */
export function paramNames(key: string, rule: QueryRule): string[] {
  if (rule === 'range') return [`${key}_begin`, `${key}_end`]
  if (rule === 'in') return [key, `${key}_MultiString`]
  return [key]
}

/** The filter values in the parameters: the inverse of `writeFilterValues`. */
export function readFilterValues(key: string, rule: QueryRule, params: Params): FilterValues {
  if (rule === 'range') return [params[`${key}_begin`] ?? '', params[`${key}_end`] ?? '']
  if (rule === 'in') {
    const raw = params[`${key}_MultiString`] ?? params[key] ?? ''
    return raw.split(',').filter((word) => word !== '')
  }
  const raw = params[key] ?? ''
  const word = marks[rule]?.exec(raw)?.[1] ?? raw
  return word === '' ? [] : [word]
}

/** The texts as list parameters; an empty text gives no parameter. */
export function writeFilterValues(
  key: string,
  rule: QueryRule,
  values: FilterValues,
): Record<string, string> {
  const entries: [string, string | undefined][] =
    rule === 'range'
      ? [
          [`${key}_begin`, values[0]],
          [`${key}_end`, values[1]],
        ]
      : rule === 'in'
        ? [[`${key}_MultiString`, values.join(',')]]
        : [[key, wrapped(rule, values[0]?.trim() ?? '')]]
  return Object.fromEntries(entries.flatMap(([name, word]) => (word ? [[name, word]] : [])))
}

const wrapped = (rule: QueryRule, word: string): string =>
  rule.endsWith('like') && word.includes('*') ? word : wrapFilter(rule, word, true)
