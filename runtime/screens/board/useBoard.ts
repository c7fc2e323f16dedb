import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isActionAvailable } from '#runtime/compile/action-availability.ts'
import type { ActionPlan, ListPlan } from '#runtime/compile/plan.ts'
import { type ListRow, loadList, loadSummary } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useRecordEdit } from '../list-kit/records/useRecordEdit.ts'
import { useListColors } from '../list-kit/table/list-colors.ts'
import { buildQuery, useList } from '../list-kit/useList.ts'
import { useAddressLocation } from '../list-kit/useListLocation.ts'
import { columnValue, withValues } from './board-columns.ts'
import type { BoardPlan } from './board-plan.ts'

/** The first request loads this number of cards; a board with more loads each column by itself. */
const MAX_CARDS = 200

/** State of a board: its records, counts and totals of its columns, and the changes of their values. */
export function useBoard(plan: ListPlan, board: BoardPlan) {
  const { http, user } = useServices()
  const location = useAddressLocation(plan)
  const { values } = board
  const { conditions } = location.state
  const narrowed = useMemo(
    () => (values ? withValues(conditions, board, values) : conditions),
    [conditions, board, values],
  )
  const fixed = narrowed ?? conditions
  const list = useList(plan, location, { fixed, enabled: narrowed !== null, load: loadCards })
  const edit = useRecordEdit(list)
  const { title, subtitle, field } = board
  const findColors = useListColors(
    useMemo(() => [title, ...subtitle, field, ...plan.columns], [title, subtitle, field, plan.columns]),
  )
  const isWhole = list.total <= list.rows.length
  const query = buildQuery(plan, { ...list.state, pageNo: 1 }, fixed)

  const summary = {
    conditions: query.conditions,
    fields: board.sum ? [board.sum.key] : [],
    groupBy: board.field.key,
  }
  const url = plan.url.summary
  const groups = useQuery({
    queryKey: ['list', plan.id, url, summary],
    queryFn: ({ signal }) => loadSummary(http, url ?? '', summary, signal),
    // Lists of other servers have counts from their pages and no totals.
    enabled: !isWhole && list.rows.length > 0 && url !== undefined,
  })

  const change = plan.row.find(({ kind }) => kind === 'edit')
  const add = plan.toolbar.find(({ kind }) => kind === 'add')
  const moveTo = (row: ListRow, value: string): ActionPlan | undefined =>
    board.moves?.find(
      (action) => action.move?.to === value && isActionAvailable(action, row, { flow: plan.flow, user }),
    )
  const canEdit = (row: ListRow): boolean =>
    change !== undefined && !board.isFixed && isActionAvailable(change, row, { flow: plan.flow, user })

  return {
    list,
    board,
    query,
    isWhole,
    findGroup: (value: string | null) =>
      groups.data?.groups?.find((group) => String(group.value ?? '') === (value ?? '')),
    edit,
    /** The colours of a card by the conditions of its fields. */
    findColors,
    /** The move of the flow that leads to the value; undefined where the value is edited or cannot be reached. */
    moveTo,
    canPut: (row: ListRow, value: string | null): boolean => {
      if (value === null || value === columnValue(row, board) || edit.isSaving(row)) return false
      return board.moves ? moveTo(row, value) !== undefined : canEdit(row)
    },
    put(row: ListRow, value: string): void {
      const { field, type } = board.field
      void edit.save(row, { [field.key]: type.toWire(type.fromWire(value, field), field) })
    },
    canAddIn: add !== undefined && !board.moves && !board.isFixed,
    addIn: (value: string) => list.change({ form: { mode: 'add', under: value } }),
  }
}

export type Board = ReturnType<typeof useBoard>

const loadCards: typeof loadList = (http, url, query, signal) =>
  loadList(http, url, { ...query, pageNo: 1, pageSize: MAX_CARDS }, signal)
