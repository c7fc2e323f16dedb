import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { changeList, decodeList, encodeList, type ListState } from '#runtime/compile/url.ts'

/** Where a list keeps its page, order, conditions and open form. */
export interface ListLocation {
  state: ListState
  change(patch: Partial<ListState>): void
  /** The address of a changed state, where the place is one. */
  href?(patch: Partial<ListState>): string
}

/** A page's own list: all of it is in the address, so it survives a reload and can be sent to somebody. */
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

/** A list inside another's page: the address is the page's. */
export function useLocalLocation(plan: ListPlan): ListLocation {
  const [state, setState] = useState(() => decodeList(new URLSearchParams(), plan))
  const change = useCallback(
    (patch: Partial<ListState>) => setState((now) => changeList(now, patch, plan)),
    [plan],
  )
  return { state, change }
}
