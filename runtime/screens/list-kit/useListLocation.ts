import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { changeList, decodeList, encodeList, type ListState } from '#runtime/compile/list/url.ts'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { usePage } from '#runtime/host/page-visibility.ts'
import { useServices } from '#runtime/services/services.tsx'
import { changeListMemory, readListMemory } from './list-memory.ts'

/** What a router's link needs. */
export interface FormLink {
  to: string
  replace: boolean
  state: unknown
}

/** The state of a list: page, order, conditions and open form, and its setter. */
export interface ListLocation {
  state: ListState
  change(patch: Partial<ListState>): void
  /** A link that opens a form, if the state is stored in the address. */
  formLink?(form: ListState['form']): FormLink
}

/** The state of a history entry that opened a form: the browser's Back closes the form. */
const opensForm = { opensForm: true }
const hasOpenedForm = (state: unknown): boolean =>
  (state as Partial<typeof opensForm> | null)?.opensForm === true

/** The page size with which a list opens: the last one that its user picked, else that of its document. */
function useOpeningSize({ id, paging, pageSize }: ListPlan) {
  const { username } = useServices().user
  const opening = useMemo(
    () => (paging ? readListMemory(username, id).pageSize : undefined) ?? pageSize,
    [paging, username, id, pageSize],
  )
  /** Remembers the page size of a change, unless the list has it already. */
  const noteSize = useCallback(
    (now: ListState, { pageSize: next = now.pageSize }: Partial<ListState>) => {
      if (next !== now.pageSize) changeListMemory(username, id, { pageSize: next })
    },
    [username, id],
  )
  return [opening, noteSize] as const
}

/** State in the address, for the list of a page: it survives a reload and can be shared. */
export function useAddressLocation(plan: ListPlan): ListLocation {
  const [opening, noteSize] = useOpeningSize(plan)
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const page = usePage()
  const state = useMemo(() => decodeList(params, plan, opening), [params, plan, opening])
  const isFormOpen = state.form !== undefined
  const isOpenedHere = hasOpenedForm(location.state)
  const change = useCallback(
    (patch: Partial<ListState>) => {
      const isOpening = !isFormOpen && patch.form !== undefined
      const isClosing = isFormOpen && 'form' in patch && patch.form === undefined
      // The entry of the form is left by the way it was entered, so that none remains in the history.
      if (isClosing && isOpenedHere && page.isShown() && Object.keys(patch).length === 1) return navigate(-1)
      noteSize(state, patch)
      setParams(
        (now) => encodeList(changeList(decodeList(now, plan, opening), patch, plan), plan, now, opening),
        {
          replace: !isOpening,
          state: isOpening || (isOpenedHere && !isClosing) ? opensForm : null,
        },
      )
    },
    [setParams, navigate, page, plan, opening, noteSize, state, isFormOpen, isOpenedHere],
  )
  const formLink = (form: ListState['form']) => ({
    to: `?${encodeList({ ...state, form }, plan, params, opening)}`,
    replace: isFormOpen,
    state: !isFormOpen || isOpenedHere ? opensForm : null,
  })
  return { state, change, formLink }
}

/** State in memory, for a list inside another page: the address belongs to the page. */
export function useLocalLocation(plan: ListPlan): ListLocation {
  const [opening, noteSize] = useOpeningSize(plan)
  const [state, setState] = useState(() => decodeList(new URLSearchParams(), plan, opening))
  const change = useCallback(
    (patch: Partial<ListState>) => {
      noteSize(state, patch)
      setState((now) => changeList(now, patch, plan))
    },
    [plan, noteSize, state],
  )
  return { state, change }
}
