import { fieldValues } from '#runtime/fields/values.ts'
import type { ImportCell } from '#runtime/record/checks/import-fault.ts'
import { auditField, getTitle } from '#runtime/schema/derive.ts'
import { auditKeys, type Field, isDetail } from '#runtime/schema/types.ts'
import type { Resource } from '../../resource.ts'
import { listHeadings } from '../workbook/headings.ts'
import { columnLetters } from '../workbook/sheet-xml.ts'
import {
  findHeader,
  indexTargets,
  MAX_HEADER_ROW,
  NOTE_HEADING,
  plainHeading,
  sheetRoles,
} from './import-drafts.ts'
import { type ImportPlan, isTemplateColumn } from './import-plan.ts'
import type { ImportFile } from './import-records.ts'

/** Headings that an answer lists at most: a file may have thousands of sheets and columns. */
export const MAX_UNKNOWN_HEADINGS = 200

/** The headings of files that name no field, and the texts of which each may be one instead. */
export interface UnknownHeadings {
  unknown: ImportCell[]
  /** Number of headings beyond the listed ones. */
  more: number
  targets: string[]
}

/** The headings of all fields, also of those that are not imported: an export has columns of them. */
function headingsOfDocument({ screen }: Resource): ReadonlySet<string> {
  const listNames = (fields: readonly Field[]) => [
    ...listHeadings(fields),
    ...fields.flatMap((field) => [getTitle(field), field.key]),
  ]
  const audit = auditKeys.flatMap((key) => auditField(key, fieldValues) ?? [])
  const details = screen.fields.filter(isDetail)
  const inDetails = details.flatMap((detail) =>
    listNames(detail.fields).flatMap((name) => [name, `${getTitle(detail)}.${name}`]),
  )
  const names = [...listNames(screen.fields), ...listNames(audit), ...inDetails, NOTE_HEADING]
  return new Set(names.map(plainHeading))
}

/** The first of the rows with the most texts: the header of a sheet without any known heading. */
function fullestRow(rows: readonly string[][]): number | null {
  const counts = rows.slice(0, MAX_HEADER_ROW).map((row) => row.filter((text) => text.trim() !== '').length)
  const most = Math.max(0, ...counts)
  return most > 0 ? counts.indexOf(most) : null
}

/** The headings of the files that the document does not have, the first MAX_UNKNOWN_HEADINGS of them. */
export function unknownHeadings(
  resource: Resource,
  plan: ImportPlan,
  files: readonly ImportFile[],
): UnknownHeadings {
  const documentHeadings = headingsOfDocument(resource)
  const unknown: ImportCell[] = []
  let more = 0
  for (const { name: file, sheets } of files)
    for (const { sheet, only } of sheetRoles(sheets, plan)) {
      const row = findHeader(sheet.rows, indexTargets(plan, only))?.row ?? fullestRow(sheet.rows)
      const headings = row === null ? [] : (sheet.rows[row] ?? [])
      for (const [at, text] of headings.entries()) {
        const header = plainHeading(text)
        if (row === null || header === '' || documentHeadings.has(header)) continue
        if (unknown.length >= MAX_UNKNOWN_HEADINGS) {
          more += 1
          continue
        }
        unknown.push({
          file,
          sheet: sheet.name,
          row: row + 1,
          column: columnLetters(at),
          header,
          value: text,
        })
      }
    }
  const head = [...plan.identity, ...plan.head].filter(isTemplateColumn).map(({ heading }) => heading)
  const inDetails = plan.details.flatMap(({ title, columns }) =>
    columns.filter(isTemplateColumn).map(({ heading }) => `${title}.${heading}`),
  )
  return { unknown, more, targets: [...new Set([...head, ...inDetails])] }
}
