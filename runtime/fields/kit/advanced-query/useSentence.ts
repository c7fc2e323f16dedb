import { useQueries } from '@tanstack/react-query'
import { type Condition, type ConditionGroup, isGroup } from '#runtime/rules/advanced-query/model.ts'
import { formatSentence } from '#runtime/rules/advanced-query/sentence.ts'
import { useServices } from '#runtime/services/services.tsx'
import { mergeTexts, referenceTextsQuery } from '../useReferenceTexts.ts'
import type { QueriedFields } from './fields.ts'

/** The conditions of a query with the paths of their fields. */
const withPaths = (
  { params, detail }: ConditionGroup,
  above = detail,
): { condition: Condition; path: string }[] =>
  params.flatMap((item) =>
    isGroup(item)
      ? withPaths(item, item.detail ?? above)
      : [{ condition: item, path: above === undefined ? item.field : `${above}.${item.field}` }],
  )

/** A query as a sentence; records by their names once those are loaded. */
export function useSentence(query: ConditionGroup, fields: QueriedFields): string {
  const { http, lookup } = useServices()
  const named = withPaths(query).flatMap(({ condition: { val }, path }) => {
    const queried = fields.get(path)
    const dict = queried?.type.dict?.(queried.field)
    return dict === undefined || val === '' ? [] : [{ dict, val }]
  })
  const answers = useQueries({
    queries: named.map(({ dict, val }) => referenceTextsQuery(http, dict, val)),
  })
  return formatSentence(query, {
    field: (path) => fields.get(path),
    value: ({ val, rule }, path) => {
      const queried = fields.get(path)
      if (!queried) return val
      const { field, type } = queried
      const dict = type.dict?.(field)
      const at = named.findIndex((entry) => entry.dict === dict && entry.val === val)
      const names = at < 0 ? undefined : answers[at]?.data
      if (names) return mergeTexts(val, names).replaceAll(',', '、')
      const print = (raw: string) => type.toText(type.fromWire(raw, field), field, lookup, 'cell') || raw
      if (rule === 'between') {
        const [from = '', to = ''] = val.split(',')
        return `${from ? print(from) : '…'} 至 ${to ? print(to) : '…'}`
      }
      return rule === 'in' ? val.split(',').map(print).join('、') : print(val)
    },
  })
}
