import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { filterParams, readConditions, writeConditions } from '#runtime/compile/panel/panel-filters.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { writeFilterValues } from '#runtime/schema/query/filter-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { buildFilters } from './panel-filters.ts'
import { useToday } from './useNow.ts'

/** The query bar of a panel: its conditions are in the address. */
export function useFilters(panel: PanelDocument) {
  const types = useFieldTypes()
  const { can, user } = useServices()
  const now = useToday()
  const [address, setAddress] = useSearchParams()
  const { items, needs, paramKeys } = useMemo(
    () => buildFilters(panel, { types, can, user, now }),
    [panel, types, can, user, now],
  )
  const conditions = useMemo(() => readConditions(items, address), [items, address])
  const search = useCallback(
    (next: Readonly<Record<string, string>>) =>
      setAddress((last) => writeConditions(items, next, last), { replace: true }),
    [items, setAddress],
  )
  const select = useCallback(
    (key: string, value: string) => {
      const item = items.find((entry) => entry.key === key)
      if (!item) return
      const blank = Object.fromEntries(item.names.map((name) => [name, '']))
      const chosen = writeFilterValues(key, item.rule, value === '' ? [] : [value])
      search({ ...conditions, ...blank, ...chosen })
    },
    [items, conditions, search],
  )
  return {
    items,
    needs,
    conditions,
    params: useMemo(() => filterParams(items, conditions), [items, conditions]),
    paramKeys,
    search,
    /** Fills in one filter; '' empties it. */
    select,
    reset: () => search(Object.assign({}, ...items.map(({ defaults }) => defaults))),
  }
}
