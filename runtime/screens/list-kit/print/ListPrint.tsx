import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListPlan } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import type { ReportPage } from '#runtime/data/report-source.ts'
import { useInstitution } from '#runtime/services/institution.ts'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { Paper, PrintDialog } from '../../form/print/PrintDialog.tsx'
import { Sheet } from '../../form/print/Sheet.tsx'
import { arrange, useListMemory } from '../list-memory.ts'
import { useConditions } from '../query/useConditions.ts'
import { totalsOfServer } from '../table/column-totals.ts'
import type { List } from '../useList.ts'
import { useListTotals } from '../useListTotals.ts'
import { listBlocks } from './list-blocks.ts'

/** More rows are not printed: a file is the better form for them. */
const MAX_PRINTED_ROWS = 1000
/** The largest page that the server sends. */
const PAGE_SIZE = 200
/** A list with more columns is printed on paper in landscape. */
const MAX_PORTRAIT_COLUMNS = 6

/** The print view of a list or a report: its visible columns and its conditions, with the rows of all pages. */
export function ListPrint({ list, onClose }: { list: List; onClose(): void }) {
  const { user, lookup } = useServices()
  const { name: institution } = useInstitution()
  const plan: ListPlan & { groupBy?: string; unit?: string } = list.plan
  const [memory] = useListMemory(user.username, plan.id, list.state.saved)
  const columns = arrange(plan.columns, memory).filter(({ key }) => !memory.hidden.includes(key))
  const conditions = useConditions(list)
  const [page, setPage] = useState(columns.length > MAX_PORTRAIT_COLUMNS ? 'A4 landscape' : 'A4')
  // The rows of a tree are those that the user has opened.
  const isWhole = plan.tree !== undefined || list.total <= list.rows.length
  const rest = useQuery({
    queryKey: ['list', plan.id, 'print', plan.url.list, list.conditions, list.state.sort, list.state.group],
    queryFn: ({ signal }) => loadRows(list, signal),
    enabled: !isWhole,
    gcTime: 0,
  })
  const rows = isWhole ? list.rows : rest.data
  const isCut = rows !== undefined && !plan.tree && rows.length < list.total
  // Only the first rows of more need the totals of the server.
  const summary = useListTotals(isCut ? list : { ...list, total: 0 })
  const { totals, groups } = list.page as ReportPage
  const cut = isCut ? { totals: totals ? totalsOfServer(totals) : summary, groups } : undefined
  const notes = rows && [
    ...conditions.map(({ item, text }) => `${item.title} ${text}`),
    ...(plan.unit === undefined ? [] : [`金额单位：${plan.unit}`]),
    isCut ? `共 ${list.total} 条，印出前 ${rows.length} 条` : `共 ${rows.length} 条`,
  ]
  // A report has the groups of its document while it shows their column, a list those of the user.
  const group =
    plan.groupBy === undefined
      ? plan.columns.find(({ key }) => key === list.state.group)
      : columns.find(({ key }) => key === plan.groupBy)
  return (
    <PrintDialog
      name={plan.title}
      layout={{ page }}
      onPage={setPage}
      isReady={rows !== undefined}
      onClose={onClose}
    >
      <Paper>
        {rows && notes ? (
          <Sheet
            institution={institution}
            blocks={listBlocks({ title: plan.title, columns, rows, notes, group, cut }, lookup)}
          />
        ) : rest.error ? (
          <LoadFailure error={rest.error} onRetry={rest.refetch} />
        ) : (
          <TextSkeleton rows={4} />
        )}
      </Paper>
    </PrintDialog>
  )
}

/** The rows of all pages, up to the limit. */
async function loadRows(list: List, signal: AbortSignal): Promise<ListRow[]> {
  const rows: ListRow[] = []
  const size = Math.max(PAGE_SIZE, Math.min(MAX_PRINTED_ROWS, list.plan.pageSize))
  for (let pageNo = 1; rows.length < MAX_PRINTED_ROWS; pageNo++) {
    const { records, total } = await list.loadPage(pageNo, size, signal)
    rows.push(...records)
    if (records.length < size || rows.length >= total) break
  }
  return rows.slice(0, MAX_PRINTED_ROWS)
}
