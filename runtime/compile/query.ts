import type { FieldTypes } from '#runtime/fields/contract.ts'
import * as derive from '#runtime/schema/derive.ts'
import { paramNames, writeFilterValues } from '#runtime/schema/filter-value.ts'
import type { Field, ScreenDocument } from '#runtime/schema/types.ts'
import type { QueryItem } from './plan.ts'

const literal = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return text.startsWith('=') ? '' : text
}

/** A field in a query bar: without formula, rules, conditions and the widget of the form. */
const queryField = ({
  compute,
  auto,
  disabled,
  disableIf,
  requireIf,
  showIf,
  validateRules,
  widget,
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
    const defaults = writeFilterValues(key, rule, [literal(item.defaultValue)])
    const field = { ...queryField(item.field), ...(item.widget ? { widget: item.widget } : {}) }
    return [{ key, title, field, type, rule, folded, required, names, defaults }]
  })
}
