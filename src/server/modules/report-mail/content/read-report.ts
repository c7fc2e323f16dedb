import { fieldValues } from '#runtime/fields/values.ts'
import { formatNumber } from '#runtime/kernel/decimal.ts'
import { toText } from '#runtime/kernel/json.ts'
import { listFields } from '#runtime/schema/derive.ts'
import { groupedSort, parseSort } from '#runtime/schema/query/sort.ts'
import type { StoredReport } from '#runtime/schema/types.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import { runReport } from '../../../reports/databases.ts'
import { type OpenedReport, openReport } from '../../../reports/opened-report.ts'
import { type Found, type ReportRow, readReport } from '../../../reports/read.ts'
import { readReportRequest, translateRows } from '../../../reports/report-request.ts'
import type { ReportServices } from '../../../reports/services.ts'
import { type Part, type PartColumn, printCell } from './part.ts'

/** Rows of a report on paper; a workbook has all of them. */
const MAX_PRINTED_ROWS = 2000

/** Opens a report for a person with a request for `size` rows; `query` as in its address. */
export function askReport(
  services: ReportServices,
  document: StoredReport,
  user: SessionUser,
  query: Readonly<Record<string, string>>,
  size: number,
) {
  const opened = openReport(services, document, user)
  return { opened, request: requestRows(opened, user, query, size) }
}

/** Opens a report for a person with a request for its first rows in the order of its page: the rows of a group are adjacent. */
export function askWholeReport(services: ReportServices, document: StoredReport, user: SessionUser) {
  const opened = openReport(services, document, user)
  const { sort, groupBy } = document.list ?? {}
  const isGrouped = groupBy !== undefined && opened.isShown(groupBy)
  const order = isGrouped ? groupedSort(sort ? parseSort(sort) : { column: '', order: '' }, groupBy) : {}
  const request = requestRows(opened, user, { ...order }, MAX_PRINTED_ROWS)
  return { opened, request, groupBy: isGrouped ? groupBy : undefined }
}

function requestRows(
  opened: OpenedReport,
  user: SessionUser,
  query: Readonly<Record<string, string>>,
  size: number,
) {
  const { all: _, ...request } = readReportRequest(
    { ...query, pageNo: '1', pageSize: String(size) },
    opened,
    { can: (code) => holds(user, code), maxPage: size },
  )
  return request
}

/** The rows of a report that a person may see, with the texts of their dictionaries. */
export async function readRows(
  services: ReportServices,
  { request }: Pick<ReturnType<typeof askReport>, 'request'>,
): Promise<Pick<Found, 'rows' | 'total' | 'totals' | 'groups'>> {
  const found = await runReport(services.reportDatabases, request, (over) => readReport(over, request))
  return { ...found, rows: await translateRows(services.dictionaries, found.rows, request) }
}

/** The columns in order, the grouping one first. */
function listColumns(
  document: StoredReport,
  isShown: (key: string) => boolean,
  groupBy: string | undefined,
): PartColumn[] {
  const columns: PartColumn[] = listFields(document, fieldValues).filter(({ key }) => isShown(key))
  const group = columns.find(({ key }) => key === groupBy)
  return group ? [group, ...columns.filter((column) => column !== group)] : columns
}

const AVERAGE_PLACES = 2

/** The text below a column: its sum and its average, each where it is declared. */
function printTotals({ key, field }: PartColumn, totals: Found['totals']): string {
  const { sum, average } = totals[key] ?? {}
  const scale = typeof field?.scale === 'number' ? field.scale : undefined
  const mean = formatNumber(average, AVERAGE_PLACES)
  return [formatNumber(sum, scale), mean && `平均 ${mean}`].filter(Boolean).join('\n')
}

/** The sub-totals below the last row of each group, by the place of that row. */
function printSubtotals(
  columns: readonly PartColumn[],
  rows: readonly ReportRow[],
  groups: NonNullable<Found['groups']>,
): Map<number, string[]> {
  const subtotals = new Map<number, string[]>()
  const [first, ...others] = columns
  if (!first) return subtotals
  const byValue = new Map(groups.map((group) => [toText(group.value), group]))
  let start = 0
  for (const [at, row] of rows.entries()) {
    const value = toText(row[first.key])
    const next = rows[at + 1]
    if (next && toText(next[first.key]) === value) continue
    const group = byValue.get(value)
    const count = group && group.total > at + 1 - start ? `（共 ${group.total} 条）` : ''
    const label = `${printCell(first, row) || '未填'}小计${count}`
    if (group) subtotals.set(at, [label, ...others.map((column) => printTotals(column, group.totals))])
    start = at + 1
  }
  return subtotals
}

/** A report as a table with the groups and the totals of its page. */
export async function readReportPart(
  services: ReportServices,
  document: StoredReport,
  user: SessionUser,
): Promise<Part> {
  const opening = askWholeReport(services, document, user)
  const { rows, total, totals, groups } = await readRows(services, opening)
  const columns = listColumns(document, opening.opened.isShown, opening.groupBy)
  const texts = columns.map((column) => printTotals(column, totals))
  return {
    type: 'table',
    columns,
    rows,
    ...(opening.groupBy !== undefined && groups && { subtotals: printSubtotals(columns, rows, groups) }),
    ...(texts.some((text) => text !== '') && { totals: texts }),
    ...(total > rows.length && { note: `共 ${total} 行，这里是前 ${rows.length} 行；全部的请用工作簿寄送` }),
  }
}
