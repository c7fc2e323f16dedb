import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isEditableRow } from '#runtime/compile/action-availability.ts'
import type { RowOwner } from '#runtime/compile/panel/panes.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { keySet } from '#runtime/record/scope.ts'
import { headScreen } from '#runtime/schema/compose/sub-screen.ts'
import { details } from '#runtime/schema/derive.ts'
import type { DetailField, Pane, ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useList } from '../list-kit/useList.ts'
import { useAddressLocation } from '../list-kit/useListLocation.ts'
import { useListPlan } from '../list-kit/useListPlan.ts'

/** The one record that the lower lists belong to. */
export interface Master extends RowOwner {
  row: ListRow
  /** Its workflow state is not editable: its rows are read-only. */
  frozen: boolean
}

/** The tabs below the records. */
export type DetailTab = { key: string } & ({ detail: DetailField } | { pane: Pane })

/** A list of records with the lists of the selected one below; selection and tab are in the address. */
export function useErp(screen: ScreenDocument) {
  const { can } = useServices()
  const types = useFieldTypes()
  const [params, setParams] = useSearchParams()
  const head = useMemo(() => headScreen(screen), [screen])
  const plan = useListPlan(head)
  const parts = useMemo<DetailTab[]>(
    () => [
      ...details(screen)
        .filter(({ access }) => !access?.read || can(access.read))
        .map((detail) => ({ key: detail.key, detail })),
      ...(screen.panes ?? []).map((pane, index) => ({ key: `pane${index}`, pane })),
    ],
    [screen, can],
  )
  const affects = useMemo(
    () => parts.map((part) => ('pane' in part ? part.pane.screen : `${screen.id}/${part.key}`)),
    [parts, screen.id],
  )
  const list = useList(plan, useAddressLocation(plan), { affects })

  const [only, ...others] = list.selectedRows
  const row = others.length === 0 ? only : undefined
  const master = useMemo<Master | null>(
    () =>
      row ? { row, keys: keySet(screen.fields, types), frozen: !isEditableRow(screen.flow, row) } : null,
    [row, screen, types],
  )
  const selectedKey = params.get('sub')
  const part = parts.find(({ key }) => key === selectedKey) ?? parts[0]
  const selectTab = useCallback(
    (key: string) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          next.set('sub', key)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  return { head, list, master, parts, part, choosePart: selectTab }
}
