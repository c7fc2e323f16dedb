import { readListRequest } from '../records/query/parameters.ts'
import { addTexts, toWire } from '../records/read/wire.ts'
import { badParameter } from '../records/refuse.ts'
import type { OpenedReport } from './opened-report.ts'
import { prefix, readParameters } from './parameters.ts'
import type { ReportRequest, ReportRow } from './read.ts'
import type { DictionaryItems } from './services.ts'

interface Limits {
  can(code: string): boolean
  /** Rows of a page at most. */
  maxPage: number
}

/** The parameters of a request for rows: `self_<key>` of the report, filters and order of its columns. */
export function readReportRequest(
  query: Readonly<Record<string, unknown>>,
  { document, report, columns, sortable, env }: OpenedReport,
  { can, maxPage }: Limits,
): ReportRequest & { all: boolean } {
  const values = readParameters(query, report, { env, can })
  const { getAll, ...rest } = query
  if (getAll !== undefined && getAll !== 'true' && getAll !== 'false') throw badParameter('getAll')
  const others = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith(prefix)))
  const request = readListRequest(others, columns, document.list?.sort ?? '', sortable, maxPage)
  const groupBy = columns.get(document.list?.groupBy ?? '')
  return {
    report,
    columns: [...columns.values()],
    values,
    request,
    ...(groupBy && !groupBy.isMasked ? { groupBy } : {}),
    all: getAll === 'true',
  }
}

/** The rows as they travel, with the texts of their dictionaries. */
export async function translateRows(
  dictionaries: DictionaryItems,
  rows: readonly ReportRow[],
  { columns }: Pick<ReportRequest, 'columns'>,
): Promise<ReportRow[]> {
  const records = rows.map((row) => toWire(row, columns))
  await addTexts(records, columns, dictionaries)
  return records
}
