import { useQueries } from '@tanstack/react-query'
import type { QueryItem } from '#runtime/compile/plan.ts'
import { mergeTexts, referenceTextsQuery } from '#runtime/fields/kit/useReferenceTexts.ts'
import { readFilterValues } from '#runtime/schema/query/filter-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { List } from '../useList.ts'

/** The active conditions as text; records by their names once those are loaded. */
export function useConditions(list: List): { item: QueryItem; text: string }[] {
  const { lookup, http } = useServices()
  const { conditions } = list.state
  const { query, filters } = list.plan
  const items = [...new Set([...query, ...filters.values()])].flatMap((item) =>
    item.names.some((name) => conditions[name])
      ? [{ item, words: readFilterValues(item.key, item.rule, conditions) }]
      : [],
  )
  const names = useQueries({
    queries: items.map(({ item: { field, type }, words }) => ({
      ...referenceTextsQuery(http, type.dict?.(field) ?? '', words.join(',')),
      enabled: type.dict !== undefined,
    })),
  })
  return items.map(({ item, words }, at) => {
    const { field, type, rule } = item
    const print = (raw: string) => type.toText(type.fromWire(raw, field), field, lookup, 'cell') || raw
    const [from, to] = words
    if (rule === 'range') return { item, text: `${from ? print(from) : '…'} 至 ${to ? print(to) : '…'}` }
    const name = names[at]?.data
    return {
      item,
      text: name ? mergeTexts(words.join(','), name).replaceAll(',', '、') : words.map(print).join('、'),
    }
  })
}
