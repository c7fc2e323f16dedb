import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { getPerm, permOfDetail } from '#runtime/schema/derive.ts'
import { canInSome } from '#runtime/schema/field-rights.ts'
import type { Field } from '#runtime/schema/types.ts'
import { type Column, findDict } from '../../../documents/plan/column.ts'
import type { Can } from '../../../documents/readable-scope.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { Caller } from '../../caller.ts'
import type { DictionaryTexts } from '../../dictionary-services.ts'
import type { Readable } from '../../list/list-route.ts'
import { fromSorted } from '../../query/list.ts'
import type { ListRequest } from '../../query/parameters.ts'
import { findShownStates, isInStates, maskColumns, veilColumns } from '../../read/masks.ts'
import { addReferencedValues, isReferencing } from '../../read/referenced-values.ts'
import { addTexts, toWire } from '../../read/wire.ts'
import { type DetailResource, isReadable, type Resource } from '../../resource.ts'
import type { ReadServices } from '../../services.ts'
import { buildCell, type Cell } from '../workbook/cells.ts'
import { detailSheetColumns, type ExportedColumn, headColumns, sheetColumn } from '../workbook/headings.ts'
import { listIdentityKeys } from '../workbook/identity.ts'
import { listSheetNames } from '../workbook/sheet-names.ts'
import type { Sheet } from '../workbook/sheet-xml.ts'
import { writeWorkbook } from '../workbook/workbook.ts'
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

/** The columns that a sheet reads: its own, and those that refer to the records whose values it shows. */
function listStored(columns: readonly ExportedColumn[], readable: ReadonlyMap<string, Column>): Column[] {
  const references = columns.flatMap(({ field: { from } }) => readable.get(from?.field ?? '') ?? [])
  const stored = [...columns.flatMap(({ column }) => column ?? []), ...references]
  return [...new Map(stored.map((column) => [column.key, column])).values()]
}

/** The rows of slices as cells, with the values of other records and the texts of dictionary values. */
async function* streamCells(
  slices: AsyncIterable<Row[]>,
  { columns, stored }: { columns: readonly ExportedColumn[]; stored: readonly Column[] },
  services: ReadServices,
  caller: Caller,
  trx: Db,
): AsyncGenerator<Cell[][]> {
  const { dictionaries } = services
  const inTransaction: DictionaryTexts = { texts: (values) => dictionaries.texts(values, trx) }
  const referencing = columns.flatMap(({ field, column }) => (column ? [] : [field]))
  const half = (field: Field) => fieldValues.get(field.type)
  const bound = referencing.map((field) => ({ key: field.key, dictCode: findDict(field, half(field)) }))
  for await (const rows of slices) {
    const records = rows.map((row) => toWire(row, stored))
    await addReferencedValues(services, trx, caller, referencing, records)
    await addTexts(records, [...stored, ...bound], inTransaction)
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
  const { caller } = view
  const references = (field: Field) => isReferencing(field, caller)
  const rowColumns = detailSheetColumns(detail.field, { columns: readable, references }, resource.types)
  const listed = headColumns(resource, { columns: view.columns, references: () => false }, []).flatMap(
    ({ column, ...entry }) => (column && !column.shownIn ? [{ ...entry, column }] : []),
  )
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
  const stored = listStored(columns, readable)
  const order = detail.order ? sql`t.${sql.id(detail.order.name)},` : sql``
  const select = sql`
    with head as materialized (${heads})
    select ${sql.join(stored.map(({ ref }) => ref))}
    from head join ${sql.id(detail.table)} as t on t.${sql.id(detail.fk)} = head."#ref"
      ${shownIn ? sql`and ${isInStates(headState, shownIn)}` : sql``}
    order by head."#at", ${order} t.create_time, t.id`
  const rows = async function* () {
    const slices = await openRows(trx, `rows_${detail.key}`, select)
    if (slices) yield* streamCells(slices, { columns, stored }, services, caller, trx)
  }
  const name = listSheetNames(resource).details.get(detail.key) ?? ''
  return { name, columns: columns.map(sheetColumn), rows: rows() }
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
  const references = (field: Field) => view.fields.includes(field) && isReferencing(field, view.caller)
  const columns = headColumns(resource, { columns: view.columns, references }, keys)
  const stored = listStored(columns, view.columns)
  if (stored.length === 0) return null
  const refs = stored.map(({ ref }) => ref)
  const slices = await openRecords(trx, sql`select ${sql.join(refs)} ${fromSorted(view.source, listRequest)}`)
  if (!slices) return null
  const head: Sheet = {
    name: listSheetNames(resource).head,
    columns: columns.map(sheetColumn),
    rows: counted(streamCells(slices, { columns, stored }, services, view.caller, trx), progress),
  }
  const details = readableDetails(resource, can).flatMap(
    (detail) => detailSheet(trx, services, request, detail) ?? [],
  )
  return writeWorkbook([head, ...details])
}
