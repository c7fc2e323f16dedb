import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { changeList, decodeList, encodeList, type ListState } from '#runtime/compile/url.ts'

/** The state of a list: page, order, conditions and open form, and its setter. */
export interface ListLocation {
  state: ListState
  change(patch: Partial<ListState>): void
  /** The address of a changed state, if the state is stored in the address. */
  href?(patch: Partial<ListState>): string
}

/** State in the address, for the list of a page: it survives a reload and can be shared. */
export function useAddressLocation(plan: ListPlan): ListLocation {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => decodeList(params, plan), [params, plan])
  const change = useCallback(
    (patch: Partial<ListState>) =>
      setParams((now) => encodeList(changeList(decodeList(now, plan), patch, plan), plan, now), {
        replace: true,
      }),
    [setParams, plan],
  )
  const href = (patch: Partial<ListState>) => `?${encodeList({ ...state, ...patch }, plan, params)}`
  return { state, change, href }
}

/** State in memory, for a list inside another page: the address belongs to the page. */
export function useLocalLocation(plan: ListPlan): ListLocation {
  const [state, setState] = useState(() => decodeList(new URLSearchParams(), plan))
  const change = useCallback(
    (patch: Partial<ListState>) => setState((now) => changeList(now, patch, plan)),
    [plan],
  )
  return { state, change }
}
