import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { totalledColumns } from '#runtime/compile/list.ts'
import { missingItems, type ReportPlan } from '#runtime/compile/report/report.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { loadReport, loadWhole, type ReportPage, reportParams } from '#runtime/data/report-source.ts'
import { downloadFile } from '#runtime/fields/kit/files/download-file.ts'
import { groupedSort } from '#runtime/schema/query/sort.ts'
import { useServices } from '#runtime/services/services.tsx'
import { type TotalsOf, totalsOfRows, totalsOfServer } from '../list-kit/table/column-totals.ts'
import { useList } from '../list-kit/useList.ts'
import { useAddressLocation } from '../list-kit/useListLocation.ts'

export type Report = ReturnType<typeof useReport>

/** State of a report without its view: a list that runs once its parameters are given, its totals, its file. */
export function useReport(plan: ReportPlan) {
  const { http, notify } = useServices()
  const position = useAddressLocation(plan)
  const { conditions, sort } = position.state
  const missing = missingItems(plan, conditions)
  const { staleTime } = plan
  const enabled = missing.length === 0
  const load: typeof loadReport = (client, url, query, signal) =>
    loadReport(client, url, { ...query, ...groupedSort(query, plan.groupBy) }, signal)
  const list = useList(plan, position, { enabled, load, staleTime })
  const [isExporting, setExporting] = useState(false)

  const hasTotals = enabled && list.total > list.rows.length && totalledColumns(plan.columns).length > 0
  const { totals } = list.page as ReportPage
  const whole = useQuery({
    queryKey: ['list', plan.id, 'whole', conditions],
    queryFn: ({ signal }) => loadWhole(http, plan.url.list, conditions, signal),
    enabled: hasTotals && !totals,
    staleTime,
  })

  /** Exports the columns `fields` in their order. */
  const exportFile = async (fields: readonly string[], fileFormat?: 'csv') => {
    if (!plan.exportUrl) return
    setExporting(true)
    try {
      const {
        pageNo: _no,
        pageSize: _size,
        ...params
      } = reportParams({
        ...position.state,
        ...groupedSort(sort, plan.groupBy),
      })
      const file = {
        url: plan.exportUrl,
        params: { ...params, field: fields.join(','), ...(fileFormat && { fileFormat }) },
        name: `${plan.title}.${fileFormat ?? 'xlsx'}`,
      }
      await downloadFile(http, file, (text) => notify('warning', text))
    } finally {
      setExporting(false)
    }
  }

  return {
    list,
    /** Parameters that are required to run it. */
    missing,
    /** The totals of a column over all pages, if there are several pages. */
    whole: hasTotals ? grandTotals(totals, whole.data?.records) : undefined,
    isExporting,
    exportFile,
  }
}

/** The totals from the server, else those of all rows; undefined while neither is loaded. */
function grandTotals(
  totals: ReportPage['totals'],
  rows: readonly ListRow[] | undefined,
): TotalsOf | undefined {
  if (totals) return totalsOfServer(totals)
  return rows && ((column) => totalsOfRows(column, rows))
}
