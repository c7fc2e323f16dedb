import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  compileFilters,
  filterParams,
  readConditions,
  writeConditions,
} from '#runtime/compile/panel/panel-filters.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { computeDefault } from '#runtime/record/formulas/defaults.ts'
import { envScope, keySet } from '#runtime/record/scope.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { writeFilterValues } from '#runtime/schema/query/filter-value.ts'
import { useServices } from '#runtime/services/services.tsx'

/** The query bar of a panel: its conditions are in the address. */
export function useFilters(panel: PanelDocument) {
  const types = useFieldTypes()
  const { can, user } = useServices()
  const [address, setAddress] = useSearchParams()
  const { items, needs } = useMemo(() => {
    const scope = envScope({ user: { ...user }, now: new Date(), mode: 'detail' })
    return compileFilters(panel, { types, can, computeDefault: (field) => computeDefault(field, scope) })
  }, [panel, types, can, user])
  const conditions = useMemo(() => readConditions(items, address), [items, address])
  const search = useCallback(
    (next: Readonly<Record<string, string>>) =>
      setAddress((now) => writeConditions(items, next, now), { replace: true }),
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
    paramKeys: useMemo(
      () =>
        keySet(
          items.map(({ field }) => field),
          types,
        ),
      [items, types],
    ),
    search,
    /** Fills in one filter; '' empties it. */
    select,
    reset: () => search(Object.assign({}, ...items.map(({ defaults }) => defaults))),
  }
}
