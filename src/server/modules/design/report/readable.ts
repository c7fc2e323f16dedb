import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { findMask } from '#runtime/kernel/text/mask.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import { unmaskCode } from '#runtime/schema/action-codes.ts'
import { listCodes } from '#runtime/schema/checks/access.ts'
import { typeOfField } from '#runtime/schema/checks/expressions/expression-types.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { reportColumns } from '#runtime/schema/report-columns.ts'
import { type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import { listCode } from '../../../documents/kinds/list.ts'
import type { DocumentRegistry, RegistryEntry } from '../../../documents/library/registry.ts'
import { columnLike, systemField } from '../../../reports/draft.ts'
import { type ColumnReference, findReferences } from './references.ts'

export interface ReportColumn {
  name: string
  title: string
  kind?: 'number' | 'date'
  /** Type, dictionary and options of its field, as a column of a report has them. */
  field: JsonObject
  /** The table whose records it refers to, with the column whose values it holds. */
  refers?: ColumnReference
}

/** A table that reports may query, with the titles that its screens give. */
export interface ReportTable {
  name: string
  title: string
  columns: ReportColumn[]
  /** Of a detail table: the table of its head, its column that refers to the head, and the column of the head that it refers to. */
  owner?: { table: string; column: string; key: string }
}

type Columns = Map<string, JsonObject | null>
type Can = (code: string) => boolean

const systemTitles: Readonly<Record<string, string>> = {
  id: '主键',
  rev: '版本号',
  create_by: '创建人',
  create_time: '创建时间',
  update_by: '修改人',
  update_time: '修改时间',
  sys_org_code: '所属部门',
  del_flag: '删除标志',
  tenant_id: '租户',
}

/** Whether a user may read a column: its field and its detail table are open to the user, and it is not masked. */
function isOpen(screen: StoredScreen, table: string, field: JsonObject | null, can: Can): boolean {
  const detail = screen.fields.find((entry) => detailTable(entry) === table)
  const codes = listCodes(field ?? undefined, detail as unknown as JsonObject | undefined)
  return codes.every(can) && (!findMask(field) || can(unmaskCode(screen)))
}

const detailTable = (field: Field): string | undefined =>
  'table' in field ? (field.table as { name?: string } | undefined)?.name : undefined

/**
 * The columns of the served screens that a user may read, by table. A table needs the right to the list of the screen that
 * defines it; a column that any screen over the table closes to the user is left out.
 */
export function readableTo(documents: Pick<DocumentRegistry, 'entries'>, can: Can): Map<string, Columns> {
  const screens = documents.entries().flatMap((entry: RegistryEntry) => {
    const screen = asDocumentWith(entry.document, 'hasTable')
    return screen && can(listCode(screen)) ? [{ screen, isOwner: !entry.overlay }] : []
  })
  const tables = new Map<string, Columns>()
  const closed = new Set<string>()
  for (const { screen, isOwner } of screens.sort((a, b) => Number(b.isOwner) - Number(a.isOwner)))
    for (const [table, columns] of reportColumns({ ...screen })) {
      if (!isOwner && !tables.has(table)) continue
      const merged = tables.get(table) ?? new Map()
      tables.set(table, merged)
      for (const [column, field] of columns) {
        if (!isOpen(screen, table, field, can)) closed.add(`${table} ${column}`)
        if (!merged.has(column)) merged.set(column, field)
      }
    }
  for (const [table, columns] of tables)
    for (const column of columns.keys()) if (closed.has(`${table} ${column}`)) columns.delete(column)
  return tables
}

/** The titles of the tables of all served screens. */
export function tableTitles(documents: Pick<DocumentRegistry, 'entries'>): Map<string, string> {
  const titles = new Map<string, string>()
  for (const { document, overlay } of documents.entries()) {
    const screen = asDocumentWith(document, 'hasTable')
    if (!screen || overlay) continue
    if (screen.table?.name) titles.set(screen.table.name, screen.title)
    for (const field of screen.fields) {
      const name = detailTable(field)
      if (name) titles.set(name, `${screen.title}的${getTitle(field)}`)
    }
  }
  return titles
}

const dateColumns: ReadonlySet<string> = new Set(['create_time', 'update_time'])

function findKind(name: string, field: JsonObject | null): { kind?: 'number' | 'date' } {
  if (!field) return dateColumns.has(name) ? { kind: 'date' } : {}
  const type = typeOfField(fieldValues, field)
  if (type === 'number') return { kind: 'number' }
  return type === 'date' || type === 'datetime' ? { kind: 'date' } : {}
}

/** The heads of all detail tables. */
function findOwners(documents: Pick<DocumentRegistry, 'entries'>): Map<string, ReportTable['owner']> {
  const owners = new Map<string, ReportTable['owner']>()
  for (const { document, overlay } of documents.entries()) {
    const screen = asDocumentWith(document, 'hasTable')
    const table = screen?.table?.name
    if (!screen || overlay || table === undefined) continue
    for (const field of screen.fields) {
      if (!isDetail(field) || !field.table) continue
      const { name, fk, ref = 'id' } = field.table
      const key = screen.fields.find((entry) => entry.key === ref)?.column ?? toSnake(ref)
      owners.set(name, { table, column: toSnake(fk), key })
    }
  }
  return owners
}

/** The tables and columns for the completion of a statement, and for one that is put together from them. */
export function tablesFor(
  documents: Pick<DocumentRegistry, 'entries' | 'screen' | 'picker'>,
  can: Can,
): ReportTable[] {
  const titles = tableTitles(documents)
  const owners = findOwners(documents)
  const references = findReferences(documents)
  const readable = readableTo(documents, can)
  return [...readable].map(([name, columns]) => {
    const owner = owners.get(name)
    return {
      name,
      title: titles.get(name) ?? name,
      columns: [...columns].map(([column, field]) => {
        const refers = references.get(name)?.get(column)
        return {
          name: column,
          title: field ? getTitle(field as unknown as Field) : (systemTitles[column] ?? column),
          ...findKind(column, field),
          field: columnLike(field ?? systemField(column), column),
          ...(refers && readable.get(refers.table)?.has(refers.key) && { refers }),
        }
      }),
      ...(owner && readable.has(owner.table) && { owner }),
    }
  })
}
