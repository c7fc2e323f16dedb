import type { JsonObject } from '#runtime/kernel/json.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { StoredReport } from '#runtime/schema/types.ts'
import { migrate } from '#runtime/schema/versions.ts'
import { listCode } from '../../../documents/kinds/list.ts'
import { getWritten } from '../../../documents/library/registry.ts'
import { judgeSql } from '../../../documents/report-sql/gate/check.ts'
import { readSql } from '../../../documents/report-sql/sql-text.ts'
import type { DocumentServices } from '../../../documents/services.ts'
import { draftProblems } from '../../../documents/validate.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { holds, type SessionUser } from '../../../platform/http/requests/user.ts'
import { requireDataSource } from '../../../reports/databases.ts'
import { type OpenedReport, openReport } from '../../../reports/opened-report.ts'
import type { ReportServices } from '../../../reports/services.ts'
import { readableTo } from './readable.ts'

export type TrialServices = ReportServices & Pick<DocumentServices, 'registeredNames'>

const refuse = defineRefusals({
  DESIGN_TRIAL_KIND: '只有报表可以试运行',
  DESIGN_TRIAL_PROBLEMS: '报表有错误，改好后再试运行',
  DESIGN_TRIAL_RIGHTS: '试运行只读您自己有权看的数据：{problem}',
})

/** The draft of a report as a document; refused with its problems when a release would refuse it. */
export async function reportOfDraft(
  { documents, registeredNames }: Pick<TrialServices, 'documents' | 'registeredNames'>,
  body: JsonObject,
): Promise<StoredReport> {
  const { document } = migrate(body)
  const report = asDocumentWith(drawableDocument(document), 'hasQuery')
  if (!report) throw refuse('DESIGN_TRIAL_KIND')
  const problems = await draftProblems(body, documents.entries().map(getWritten), registeredNames)
  if (problems.length > 0) throw refuse('DESIGN_TRIAL_PROBLEMS', { result: { problems } })
  return report
}

/** Opens a draft for `reader`. Its statement may read only columns that `tester`, who sees the rows, has the right to. */
export function openTrial(
  services: TrialServices,
  report: StoredReport,
  { tester, reader }: { tester: SessionUser; reader: SessionUser },
): OpenedReport {
  if (report.source.dataSource !== undefined) {
    requireDataSource(tester, report.source.dataSource)
    return openReport(services, report, reader, { only: null, order: new Set() })
  }
  const readable = readableTo(services.documents, (code) => holds(tester, code))
  const read = readSql(report.source.sql)
  const refusals = read.ok ? judgeSql(read.value, (name) => readable.get(name)?.keys()).refusals : [read.text]
  const [problem] = refusals
  if (problem !== undefined) throw refuse('DESIGN_TRIAL_RIGHTS', { values: { problem } })
  return openReport(services, report, reader, { only: null, order: new Set() })
}

/** Whether a user may open the report once it is released: by a permission, or by a grant that the draft proposes. */
export const mayOpen = (report: StoredReport, { codes, roles, isAdmin }: SessionUser): boolean =>
  isAdmin ||
  codes.has(listCode(report)) ||
  roles.some((role) => report.roles?.[role]?.includes(listCode(report)) === true)
