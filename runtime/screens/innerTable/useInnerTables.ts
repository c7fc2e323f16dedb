import { useMemo } from 'react'
import { compileDetailList } from '#runtime/compile/list/detail-list.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { detailTableScreen } from '#runtime/schema/compose/sub-screen.ts'
import { details, getPerm, getTitle } from '#runtime/schema/derive.ts'
import type { DetailField, ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { retryTransient } from '../list-kit/retry-transient.ts'
import { useList } from '../list-kit/useList.ts'
import { useLocalLocation } from '../list-kit/useListLocation.ts'

/**
 * The detail tables that this user may expand below a row, and the label of the button; none without the view
 * permission.
 */
export function useInnerTables(screen: ScreenDocument) {
  const { can } = useServices()
  return useMemo(() => {
    const readable = details(screen).filter(({ access }) => !access?.read || can(access.read))
    const open = can(`${getPerm(screen)}:detail`) ? readable : []
    const [only] = open
    return {
      details: open,
      title: only && (open.length === 1 ? getTitle(only) : '明细'),
      /** The plan ids of their lists. */
      affects: open.map(({ key }) => `${screen.id}/${key}`),
    }
  }, [screen, can])
}

/** All rows of a detail table of one record. */
export function useInnerRows(screen: ScreenDocument, detail: DetailField, master: string) {
  const types = useFieldTypes()
  const { can } = useServices()
  const rows = useMemo(() => {
    const tableScreen = detailTableScreen(screen, detail, { master })
    return { ...tableScreen, list: { ...tableScreen.list, paging: false } }
  }, [screen, detail, master])
  const plan = useMemo(() => compileDetailList(rows, { types, can }), [rows, types, can])
  const list = useList(plan, useLocalLocation(plan), { retry: retryTransient.retry })
  return { screen: rows, list }
}
