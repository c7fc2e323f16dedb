import { sql } from 'kysely'
import { getPerm, getTitle, permOfDetail } from '#runtime/schema/derive.ts'
import { canInSome } from '#runtime/schema/field-rights.ts'
import type { Column } from '../../../documents/plan/column.ts'
import type { Can } from '../../../documents/readable-scope.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { DictionaryTexts } from '../../dictionary-services.ts'
import type { Readable } from '../../list/list-route.ts'
import { fromSorted } from '../../query/list.ts'
import type { ListRequest } from '../../query/parameters.ts'
import { findShownStates, isInStates, maskColumns, veilColumns } from '../../read/masks.ts'
import { addTexts, toWire } from '../../read/wire.ts'
import { type DetailResource, isReadable, type Resource } from '../../resource.ts'
import type { ReadServices } from '../../services.ts'
import { buildCell, type Cell } from '../workbook/cells.ts'
import { detailSheetColumns, type FieldColumn, headColumns, sheetColumn } from '../workbook/headings.ts'
import { listIdentityKeys } from '../workbook/identity.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { sheetName, writeWorkbook } from '../workbook/workbook.ts'
import { openRecords, openRows } from './exports.ts'

interface ExportRequest {
  resource: Resource
  view: Readable
  listRequest: ListRequest
  /** The keys of the columns in order; empty: those of the list. */
  keys: readonly string[]
  can: Can
  /** Counts the records of the head sheet while they are read. */
  progress?: { written: number }
}

type Row = Record<string, unknown>

/** The rows of slices as cells, with the texts of dictionary values. */
async function* streamCells(
  slices: AsyncIterable<Row[]>,
  columns: readonly FieldColumn[],
  { dictionaries }: Pick<ReadServices, 'dictionaries'>,
  trx: Db,
): AsyncGenerator<Cell[][]> {
  const stored = columns.map(({ column }) => column)
  const inTransaction: DictionaryTexts = { texts: (values) => dictionaries.texts(values, trx) }
  for await (const rows of slices) {
    const records = rows.map((row) => toWire(row, stored))
    await addTexts(records, stored, inTransaction)
    yield records.map((record) => columns.map(({ field }) => buildCell(field, record)))
  }
}

/** A detail table that a user may read, with the columns of its rows. */
interface ReadableDetail {
  detail: DetailResource
  columns: ReadonlyMap<string, Column>
  /** The states of records whose rows the user may read; null: all. */
  shownIn: readonly string[] | null
}

/** The state of the record of a detail row, in the query of `detailSheet`. */
const headState = sql`head."#state"`

/**
 * The detail tables whose rows the user may read: with their record, or with a right of their own. Those that are hidden in
 * some states are among them, without the rows and values of records in these states.
 */
export function readableDetails({ screen, details }: Resource, can: Can): ReadableDetail[] {
  const mayRead = ({ field }: DetailResource): boolean =>
    isReadable(field, canInSome(can)) &&
    can(field.own ? `${permOfDetail(screen, field)}:list` : `${getPerm(screen)}:detail`)
  return details.filter(mayRead).map((detail) => {
    const always = [...detail.columns].filter(([, { field }]) => isReadable(field, can))
    const columns = new Map([
      ...maskColumns(always, screen, can),
      ...veilColumns(screen, detail.columns, headState, can),
    ])
    return { detail, columns, shownIn: findShownStates(screen, detail.field, can) }
  })
}

/**
 * The sheet of a detail table: the columns that identify the record, then those of the rows. Its cursor is opened after
 * the rows of the head sheet are read.
 */
function detailSheet(
  trx: Db,
  services: ReadServices,
  { resource, view, listRequest }: ExportRequest,
  { detail, columns: readable, shownIn }: ReadableDetail,
): Sheet | null {
  const rowColumns = detailSheetColumns(detail.field, readable, resource.types)
  const listed = headColumns(resource, view.columns, []).filter(({ column }) => !column.shownIn)
  const keys = listIdentityKeys(resource, (key) => listed.some(({ field }) => field.key === key))
  const identity = listed.filter(({ field }) => keys.includes(field.key))
  if (rowColumns.length === 0) return null
  // The head's columns are selected under names of their own, because a row may have columns of the same names.
  const named = identity.map((entry, at) => ({
    ...entry,
    field: { ...entry.field, key: `#${at}` },
    column: { ...entry.column, key: `#${at}`, name: `#${at}`, ref: sql`head.${sql.id(`#${at}`)}` },
  }))
  const ref = resource.columns.get(detail.ref)?.ref ?? sql.ref('t.id')
  const aliases = identity.map(({ column }, at) => sql`${column.ref} as ${sql.id(`#${at}`)}`)
  const state = resource.columns.get(resource.screen.flow?.field ?? '')?.ref ?? sql`null`
  const added = [sql`${ref} as "#ref"`, sql`${state} as "#state"`, sql`row_number() over () as "#at"`]
  const heads = sql`select ${sql.join([...added, ...aliases])}
    from (select t.* ${fromSorted(view.source, listRequest)}) as t`
  const columns = [...named, ...rowColumns]
  const order = detail.order ? sql`t.${sql.id(detail.order.name)},` : sql``
  const select = sql`
    with head as materialized (${heads})
    select ${sql.join(columns.map(({ column }) => column.ref))}
    from head join ${sql.id(detail.table)} as t on t.${sql.id(detail.fk)} = head."#ref"
      ${shownIn ? sql`and ${isInStates(headState, shownIn)}` : sql``}
    order by head."#at", ${order} t.create_time, t.id`
  const rows = async function* () {
    const slices = await openRows(trx, `rows_${detail.key}`, select)
    if (slices) yield* streamCells(slices, columns, services, trx)
  }
  return { name: sheetName(getTitle(detail.field)), columns: columns.map(sheetColumn), rows: rows() }
}

async function* counted(slices: AsyncIterable<Cell[][]>, progress: ExportRequest['progress']) {
  for await (const rows of slices) {
    if (progress) progress.written += rows.length
    yield rows
  }
}

/** The workbook of all records that a list request finds; null without records. */
export async function exportWorkbook(
  trx: Db,
  services: ReadServices,
  request: ExportRequest,
): Promise<AsyncIterable<Buffer> | null> {
  const { resource, view, listRequest, keys, can, progress } = request
  const columns = headColumns(resource, view.columns, keys)
  if (columns.length === 0) return null
  const refs = columns.map(({ column }) => column.ref)
  const slices = await openRecords(trx, sql`select ${sql.join(refs)} ${fromSorted(view.source, listRequest)}`)
  if (!slices) return null
  const head: Sheet = {
    name: sheetName(resource.screen.title),
    columns: columns.map(sheetColumn),
    rows: counted(streamCells(slices, columns, services, trx), progress),
  }
  const details = readableDetails(resource, can).flatMap(
    (detail) => detailSheet(trx, services, request, detail) ?? [],
  )
  return writeWorkbook([head, ...details])
}
