import { fieldValues } from '#runtime/fields/values.ts'
import { detailColumns, getTitle, listFields } from '#runtime/schema/derive.ts'
import type { DetailField, Field } from '#runtime/schema/types.ts'
import type { Column } from '../../../documents/plan/column.ts'
import type { Resource } from '../../resource.ts'
import type { SheetColumn } from './sheet-xml.ts'

/** A column of a sheet with the field that its cells contain. */
export interface FieldColumn {
  field: Field
  column: Column
  heading: string
}

/** A column of an export; without a column of its own it shows values of other records. */
export interface ExportedColumn extends Omit<FieldColumn, 'column'> {
  column: Column | null
}

const MIN_WIDTH = 10
const MAX_WIDTH = 60
/** Pixels of a character in the default font of a spreadsheet. */
const PIXELS = 7

/** The width in characters: that of the document, at least that of the heading; a Chinese character counts twice. */
const getWidth = (heading: string, pixels?: number): number => {
  const characters = [...heading].reduce((sum, sign) => sum + (sign > '\u00ff' ? 2 : 1), 2)
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, characters, Math.round((pixels ?? 0) / PIXELS)))
}

/** The headings of fields: their titles, with the key where two fields have the same title. */
export function listHeadings(fields: readonly Field[]): string[] {
  const titles = fields.map(getTitle)
  const seen = new Set<string>()
  const repeated = new Set(titles.filter((title) => seen.size === seen.add(title).size))
  return titles.map((title, at) => (repeated.has(title) ? `${title}(${fields[at]?.key})` : title))
}

const withHeadings = (pairs: readonly Omit<ExportedColumn, 'heading'>[]): ExportedColumn[] => {
  const headings = listHeadings(pairs.map(({ field }) => field))
  return pairs.map((pair, at) => ({ ...pair, heading: headings[at] as string }))
}

export const sheetColumn = ({ heading, field }: Pick<FieldColumn, 'heading' | 'field'>): SheetColumn => ({
  title: heading,
  width: getWidth(heading, typeof field.width === 'number' ? field.width : undefined),
  format: fieldValues.get(field.type)?.spreadsheet?.format,
})

/** The listed columns that `keys` names, in its order; all without keys. */
export const orderColumns = <C extends { key: string }>(
  listed: readonly C[],
  keys: readonly string[],
): readonly C[] =>
  keys.length === 0 ? listed : keys.flatMap((key) => listed.find((column) => column.key === key) ?? [])

/** What a user may read of a table: its columns, and the fields that show values of other records. */
interface ReadableFields {
  columns: ReadonlyMap<string, Column>
  references(field: Field): boolean
}

const listExported = (
  listed: readonly { key: string; field: Field }[],
  { columns, references }: ReadableFields,
): ExportedColumn[] =>
  withHeadings(
    listed.flatMap(({ key, field }) => {
      const column = columns.get(key) ?? null
      return column || references(field) ? [{ field, column }] : []
    }),
  )

/** The columns of the exported head sheet: those in `keys`, else those of the list; without columns the user cannot read. */
export const headColumns = (
  { screen, types }: Resource,
  readable: ReadableFields,
  keys: readonly string[],
): ExportedColumn[] => listExported(orderColumns(listFields(screen, types), keys), readable)

/** The columns of an exported detail sheet. */
export const detailSheetColumns = (
  detail: DetailField,
  readable: ReadableFields,
  types: Resource['types'],
): ExportedColumn[] => listExported(detailColumns(detail, types), readable)
