import type { RecordEnv } from '#runtime/record/scope.ts'
import type { StoredReport } from '#runtime/schema/types.ts'
import type { Column } from '../documents/plan/column.ts'
import { type ReadableScope, readableScope } from '../documents/readable-scope.ts'
import { getReport, type Report } from '../documents/report-sql/report.ts'
import type { SessionUser } from '../platform/http/requests/user.ts'
import { buildCaller } from '../records/caller.ts'
import { isSortable, maskColumns } from '../records/read/masks.ts'
import { isReadable } from '../records/resource.ts'
import type { ReadServices } from '../records/services.ts'
import { underRowRules } from './row-rules.ts'

/** The part of a report that a user may see. */
export interface OpenedReport {
  document: StoredReport
  report: Report
  columns: ReadonlyMap<string, Column>
  sortable: ReadonlyMap<string, Column>
  env: RecordEnv
  isShown(key: string): boolean
}

/** Opens a report for a user; `scope` replaces the part that the rights of a served document leave readable. */
export function openReport(
  services: Pick<ReadServices, 'documents' | 'dictionaries' | 'handlers'>,
  document: StoredReport,
  user: SessionUser,
  scope?: Pick<ReadableScope, 'only' | 'order'>,
): OpenedReport {
  const { documents } = services
  const caller = buildCaller(user, services)
  const { only, order } = scope ?? readableScope(documents, document, caller.can)
  const plain = getReport(document)
  // Row rules are about tables of this database; another one may have a table of the same name.
  const report = document.source.dataSource === undefined ? underRowRules(plain, caller, documents) : plain
  const allowed = [...report.columns].filter(([key]) => {
    const field = document.fields.find((entry) => entry.key === key) ?? null
    return isReadable(field, caller.can)
  })
  const visible = maskColumns(allowed, document, caller.can)
  const columns = new Map([...visible].filter(([key]) => only === null || only.has(key)))
  const sortable = new Map(
    [...visible].filter(([key, column]) => isSortable(column) && (columns.has(key) || order.has(key))),
  )
  return {
    document,
    report,
    columns,
    sortable,
    env: caller.env('detail'),
    isShown: (key) => columns.has(key),
  }
}
