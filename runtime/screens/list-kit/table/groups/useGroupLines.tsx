import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { totalledColumns } from '#runtime/compile/list.ts'
import type { Column } from '#runtime/compile/plan.ts'
import { type ListRow, loadSummary } from '#runtime/data/list-source.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { List } from '../../useList.ts'
import { type TotalsOf, totalsOfRows, totalsOfServer } from '../column-totals.ts'
import { totalsText } from '../PageTotals.tsx'
import type { GroupedRows } from '../row-extras.ts'
import { isPartial, type RowGroup, rowGroups, textOfGroup } from '../row-groups.ts'
import { GroupLine } from './GroupLine.tsx'

const getId = (group: RowGroup): string => `group ${group.rows[0]?.id}`

/**
 * The rows of a list below a line for each group, without those of collapsed groups. A line has the count and the totals
 * of its group over all pages; both are left out until the server has given them.
 */
export function useGroupLines(list: List, column: Column, columns: readonly Column[]): GroupedRows {
  const { http, lookup } = useServices()
  const { plan, conditions, rows, total } = list
  const [collapsed, setCollapsed] = useState<ReadonlySet<unknown>>(new Set())
  const url = plan.url.summary
  const fields = totalledColumns(columns).map(({ key }) => key)
  const answer = useQuery({
    queryKey: ['list', plan.id, 'groups', url, column.key, fields, conditions],
    queryFn: ({ signal }) =>
      loadSummary(http, url ?? '', { conditions, fields, groupBy: column.key }, signal),
    enabled: url !== undefined,
    // The list is complete without it.
    retry: false,
  })
  const isComplete = total <= rows.length
  const groups = rowGroups(rows, column.key, answer.data?.groups)

  const setOpen = (value: unknown, isOpen: boolean) => {
    const next = new Set(collapsed)
    if (isOpen) next.delete(value)
    else next.add(value)
    setCollapsed(next)
  }
  const getTotals = (group: RowGroup): TotalsOf | undefined => {
    if (group.whole) return totalsOfServer(group.whole.totals)
    return isComplete ? (totalled) => totalsOfRows(totalled, group.rows) : undefined
  }
  const draw = (group: RowGroup) => {
    const totals = getTotals(group)
    return (
      <GroupLine
        title={column.title}
        text={textOfGroup(group, column, lookup) || '（空）'}
        count={group.whole?.total ?? (isComplete ? group.rows.length : undefined)}
        countHere={isPartial(group) ? group.rows.length : undefined}
        totals={totals ? totalsText({ plan: { ...plan, columns } }, totals) : ''}
        isOpen={!collapsed.has(group.value)}
        onOpen={(isOpen) => setOpen(group.value, isOpen)}
      />
    )
  }
  // Drawn once: the table asks for the line of a row many times.
  const lines = new Map(groups.map((group) => [getId(group), draw(group)]))
  return {
    rows: groups.flatMap((group): ListRow[] => [
      { id: getId(group) },
      ...(collapsed.has(group.value) ? [] : group.rows),
    ]),
    cell: () => undefined,
    span: (_column, row) => (lines.has(row.id) ? 0 : 1),
    className: (row) => (lines.has(row.id) ? 'pro-group-line' : ''),
    line: (row) => lines.get(row.id),
  }
}
