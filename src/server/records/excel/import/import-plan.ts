import { getTitle, isDerived } from '#runtime/schema/derive.ts'
import { isWritableInSome } from '#runtime/schema/field-rights.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import type { Column } from '../../../documents/plan/column.ts'
import type { Can } from '../../../documents/readable-scope.ts'
import type { DetailResource, Resource } from '../../resource.ts'
import { type FieldColumn, listHeadings } from '../workbook/headings.ts'
import { listIdentityKeys } from '../workbook/identity.ts'
import { listSheetNames } from '../workbook/sheet-names.ts'

/** A detail table whose rows are imported with their records. */
export interface ImportDetail {
  detail: DetailResource
  title: string
  /** The name of the sheet with its rows. */
  sheet: string
  columns: readonly FieldColumn[]
}

/** The columns that sheets may have, for one user. */
export interface ImportPlan {
  /** The writable fields of the head. */
  head: readonly FieldColumn[]
  details: readonly ImportDetail[]
  /** The fields that name a record: rows of detail sheets repeat them. They may be fields that the server numbers. */
  identity: readonly FieldColumn[]
  /** The keys by which stored records are found; empty: every record is new. */
  match: readonly string[]
  onMatch: 'update' | 'skip' | 'refuse'
  /** Whether the detail tables of the document are left out, with the rows that only they have. */
  isHeadOnly: boolean
  /** The names of the sheets with rows of detail tables that are not imported. */
  omittedSheets: ReadonlySet<string>
}

const isWritable = (field: Field, can: Can): boolean =>
  !isDerived(field) &&
  field.form !== false &&
  (!field.modes || field.modes.includes('add')) &&
  isWritableInSome(field, can)

function listColumns(fields: readonly Field[], columns: ReadonlyMap<string, Column>): FieldColumn[] {
  const headings = listHeadings(fields)
  return fields.flatMap((field, at) => {
    const column = columns.get(field.key)
    return column ? [{ field, column, heading: headings[at] as string }] : []
  })
}

/**
 * The import of a screen as its document declares it, without fields that the user may not write; `isHeadOnly` leaves the
 * detail tables out.
 */
export function importPlan(resource: Resource, can: Can, isHeadOnly = false): ImportPlan {
  const { screen } = resource
  const { match = [], onMatch = 'update', subtables } = screen.import ?? {}
  const plain = screen.fields.filter((field) => !isDetail(field) && resource.columns.has(field.key))
  const named = listColumns(plain, resource.columns)
  const keys = listIdentityKeys(resource, (key) =>
    named.some(({ field }) => field.key === key && field.type !== 'hidden'),
  )
  const { details: names } = listSheetNames(resource)
  const details = (isHeadOnly ? [] : resource.details)
    .filter(({ field, key }) => !field.own && isWritable(field, can) && (subtables?.includes(key) ?? true))
    .map((detail) => ({
      detail,
      title: getTitle(detail.field),
      sheet: names.get(detail.key) ?? '',
      columns: listColumns(detail.field.fields, detail.columns).filter(({ field }) => isWritable(field, can)),
    }))
  const omitted = resource.details.filter((detail) => !details.some((entry) => entry.detail === detail))
  return {
    head: named.filter(({ field }) => isWritable(field, can) && field.key !== screen.flow?.field),
    details,
    identity: named.filter(({ field }) => keys.includes(field.key)),
    match: match.every((key) => named.some(({ field }) => field.key === key)) ? match : [],
    onMatch,
    isHeadOnly,
    omittedSheets: new Set(omitted.map(({ key }) => names.get(key) ?? '')),
  }
}

/** Whether a sheet for users shows the column: hidden fields are read only where a sheet names their key. */
export const isTemplateColumn = ({ field }: FieldColumn): boolean => field.type !== 'hidden'
