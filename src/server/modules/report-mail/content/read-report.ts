import { fieldValues } from '#runtime/fields/values.ts'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import { listFields } from '#runtime/schema/derive.ts'
import type { StoredReport } from '#runtime/schema/types.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import { runReport } from '../../../reports/databases.ts'
import { openReport } from '../../../reports/opened-report.ts'
import { type Found, readReport } from '../../../reports/read.ts'
import { readReportRequest, translateRows } from '../../../reports/report-request.ts'
import type { ReportServices } from '../../../reports/services.ts'
import type { Part, PartColumn } from './part.ts'

/** Rows of a report on paper; a workbook has all of them. */
export const MAX_PRINTED_ROWS = 2000

/** Opens a report for a person with a request for `size` rows; `query` as in its address. */
export function askReport(
  services: ReportServices,
  document: StoredReport,
  user: SessionUser,
  query: Readonly<Record<string, string>>,
  size: number,
) {
  const opened = openReport(services, document, user)
  const { all: _, ...request } = readReportRequest(
    { ...query, pageNo: '1', pageSize: String(size) },
    opened,
    { can: (code) => holds(user, code), maxPage: size },
  )
  return { opened, request }
}

/** The rows of a report that a person may see, with the texts of their dictionaries. */
export async function readRows(
  services: ReportServices,
  { request }: Pick<ReturnType<typeof askReport>, 'request'>,
): Promise<Pick<Found, 'rows' | 'total' | 'totals'>> {
  const found = await runReport(services.reportDatabases, request, (over) => readReport(over, request))
  return { ...found, rows: await translateRows(services.dictionaries, found.rows, request) }
}

const listColumns = (document: StoredReport, isShown: (key: string) => boolean): PartColumn[] =>
  listFields(document, fieldValues).filter(({ key }) => isShown(key))

/** The text below a column over all rows: its sum, else its average. */
function printTotal(column: PartColumn, totals: Found['totals']): string {
  const { sum, average } = totals[column.key] ?? {}
  const scale = typeof column.field?.scale === 'number' ? column.field.scale : undefined
  if (sum !== undefined && sum !== null) return formatNumber(sum, scale)
  return average === undefined || average === null ? '' : `平均 ${formatNumber(average, scale)}`
}

/** A report as a table with its totals. */
export async function readReportPart(
  services: ReportServices,
  document: StoredReport,
  user: SessionUser,
): Promise<Part> {
  const opening = askReport(services, document, user, {}, MAX_PRINTED_ROWS)
  const { rows, total, totals } = await readRows(services, opening)
  const columns = listColumns(document, opening.opened.isShown)
  const texts = columns.map((column) => printTotal(column, totals))
  return {
    type: 'table',
    columns,
    rows,
    ...(texts.some((text) => text !== '') && { totals: texts }),
    ...(total > rows.length && { note: `共 ${total} 行，这里是前 ${rows.length} 行；全部的请用工作簿寄送` }),
  }
}
