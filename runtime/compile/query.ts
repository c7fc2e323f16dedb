import type { FieldTypes } from '../fields/contract.ts'
import { wrapFilter } from '../kernel/text.ts'
import * as derive from '../schema/derive.ts'
import type { QueryRule } from '../schema/field-value.ts'
import type { Field, ScreenDocument } from '../schema/types.ts'
import type { QueryItem } from './plan.ts'

/** The parameters a rule writes (contract section 2); `range` and `in` have their own suffixes. */
export function paramNames(key: string, rule: QueryRule): string[] {
  if (rule === 'range') return [`${key}_begin`, `${key}_end`]
  if (rule === 'in') return [key, `${key}_MultiString`]
  return [key]
}

/** A plain control's text as list parameters; a text that already says `*` keeps its own wildcards. */
export function writeParam(key: string, rule: QueryRule, text: string): Record<string, string> {
  const value = text.trim()
  if (value === '') return {}
  if (rule === 'in') return { [`${key}_MultiString`]: value }
  if (value.includes('*') && rule.endsWith('like')) return { [key]: value }
  return { [key]: wrapFilter(rule, value, true) }
}

const marks: Partial<Record<QueryRule, RegExp>> = {
  like: /^\*([^*]*)\*$/,
  right_like: /^([^*]*)\*$/,
  left_like: /^\*([^*]*)$/,
  ne: /^!=?([\s\S]*)$/,
  gt: /^>\s*([\s\S]*)$/,
  ge: /^>=\s*([\s\S]*)$/,
  lt: /^<\s*([\s\S]*)$/,
  le: /^<=\s*([\s\S]*)$/,
}

/** What a plain control shows for the parameters: the inverse of `writeParam`. */
export function readParam(key: string, rule: QueryRule, params: Readonly<Record<string, string>>): string {
  if (rule === 'in') return params[`${key}_MultiString`] ?? params[key] ?? ''
  const raw = params[key] ?? ''
  return marks[rule]?.exec(raw)?.[1] ?? raw
}

const literal = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return text.startsWith('=') ? '' : text
}

/** In a query bar a field asks; it is neither required nor disabled, and computes nothing. */
const asking = ({
  compute,
  auto,
  disabled,
  disableIf,
  requireIf,
  showIf,
  validateRules,
  ...field
}: Field): Field => field

export function compileQuery(
  screen: Pick<ScreenDocument, 'fields'>,
  types: FieldTypes,
  can: (code: string) => boolean,
): QueryItem[] {
  return derive.queryItems(screen, types).flatMap((item) => {
    const type = types.get(item.field.type)
    if (!type || (item.field.access?.read && !can(item.field.access.read))) return []
    const { key, title, rule, folded, required } = item
    const names = paramNames(key, rule)
    const defaults = writeParam(key, rule, literal(item.defaultValue))
    return [{ key, title, field: asking(item.field), type, rule, folded, required, names, defaults }]
  })
}
