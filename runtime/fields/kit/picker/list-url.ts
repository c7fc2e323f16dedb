import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'

/** The address of the rows of a screen or report. */
export const getListUrl = (source: ScreenDocument | ReportDocument): string => {
  const report = asDocumentWith(source, 'hasQuery')
  if (report) return `/online/cgreport/api/getData/${report.code}`
  return asDocumentWith(source, 'hasTable')?.url?.list ?? `/resource/${source.id}/list`
}
