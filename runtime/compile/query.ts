import { requestValue } from '#runtime/record/request-values.ts'
import { envScope } from '#runtime/record/scope.ts'
import * as derive from '#runtime/schema/derive.ts'
import { paramNames, writeFilterValues } from '#runtime/schema/query/filter-value.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import type { CompileEnv } from './compile-env.ts'
import type { Column, QueryItem } from './plan.ts'

/** A default condition as text: a literal, or the result of an expression over the user and the day. */
function defaultText(value: derive.QueryItem['defaultValue'], user: CompileEnv['user']): string {
  if (typeof value !== 'string' || !value.startsWith('=')) return String(value ?? '')
  if (!user) return ''
  const scope = envScope({ user: { ...user }, now: new Date(), mode: 'detail' })
  return String(requestValue(value, scope) ?? '')
}

export function compileQuery(
  screen: Pick<ScreenDocument, 'fields'>,
  { types, can, user }: CompileEnv,
): QueryItem[] {
  return derive.queryItems(screen, types).flatMap((item) => {
    const type = types.get(item.field.type)
    if (!type || (item.field.access?.read && !can(item.field.access.read))) return []
    const { key, title, rule, folded, required } = item
    const names = paramNames(key, rule)
    const defaults = writeFilterValues(key, rule, [defaultText(item.defaultValue, user)])
    const field = { ...derive.queryField(item.field), ...(item.widget ? { widget: item.widget } : {}) }
    return [{ key, title, field, type, rule, folded, required, names, defaults }]
  })
}

/**
 * The filters in the heads of columns with choices: the query item of the column if the bar has one, else an item of its
 * own. Values that only the record narrows (`dictWhere`), and values of other records (`from`), have none.
 */
export function compileFilters(
  columns: readonly Column[],
  query: readonly QueryItem[],
): ReadonlyMap<string, QueryItem> {
  return new Map(
    columns.flatMap((column): [string, QueryItem][] => {
      const { key, field, type, title } = column
      const hasChoices =
        field.options !== undefined || (type.needs?.(field) ?? []).includes(String(field.dictCode))
      const queried = query.find((entry) => entry.key === key)
      if (!hasChoices || field.dictWhere || field.from || !type.query?.rules.includes('in')) return []
      if (queried) return queried.rule === 'in' || queried.rule === 'eq' ? [[key, queried]] : []
      const names = paramNames(key, 'in')
      const item = { key, title, field: derive.queryField(field), type, rule: 'in' as const, names }
      return [[key, { ...item, folded: true, required: false, defaults: {} }]]
    }),
  )
}
