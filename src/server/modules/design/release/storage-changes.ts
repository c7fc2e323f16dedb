import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import type { Path } from '#runtime/schema/checks/report.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { type DetailField, type Field, isDetail } from '#runtime/schema/types.ts'
import { type ActualTable, readTables } from '../../../documents/library/catalog.ts'
import { findStorage, getColumnName } from '../../../documents/plan/tables.ts'
import { type ValidDocument, writtenPlace } from '../../../documents/validate.ts'
import type { Db } from '../../../platform/store/database.ts'
import { findFormer } from './removed-values.ts'

/** A table of a document as it is served, and as a draft has it. */
export interface Level {
  before: { name: string; fields: readonly Field[] }
  after: { name: string; renamedFrom?: string | undefined; fields: readonly Field[] }
  /** The place of the table in the draft, and that of its fields. */
  path: Path
  detail?: { before: DetailField; after: DetailField }
}

/** The tables that both states of a document have: that of the head, then those of its details. */
export function listLevels(served: Document | undefined, { document }: ValidDocument): Level[] {
  const before = served && asDocumentWith(served, 'hasTable')
  const after = asDocumentWith(document, 'hasTable')
  if (!before?.table || !after?.table) return []
  const head: Level = {
    before: { name: before.table.name, fields: before.fields },
    after: { ...after.table, fields: after.fields },
    path: [],
  }
  const details = after.fields.flatMap((field, at): Level[] => {
    const former = findFormer(before.fields, field)
    if (!former || !isDetail(former) || !isDetail(field) || !former.table || !field.table) return []
    return [
      {
        before: { name: former.table.name, fields: former.fields },
        after: { ...field.table, fields: field.fields },
        path: ['fields', at],
        detail: { before: former, after: field },
      },
    ]
  })
  return [head, ...details]
}

export const countWith = async (db: Db, table: string, column?: string): Promise<number> => {
  const where = column === undefined ? sql`` : sql`where ${sql.id(column)} is not null`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.id(table)} ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What of a draft makes records start empty that have rows or values under the former table or column. */
export async function findStorageChanges(
  db: Db,
  served: Document | undefined,
  draft: ValidDocument,
): Promise<DocumentProblem[]> {
  const problems: DocumentProblem[] = []
  const levels = listLevels(served, draft)
  if (levels.length === 0) return problems
  const actual = await readTables(
    db,
    levels.flatMap(({ before, after }) => [before.name, after.name]),
  )
  const report = (path: Path, text: string) =>
    problems.push({ path: writtenPlace(draft, path), code: 'BAD_VALUE', text })
  const count = (table: string, column?: string): Promise<number> | number =>
    actual.has(table) && (column === undefined || actual.get(table)?.columns.has(column))
      ? countWith(db, table, column)
      : 0
  for (const level of levels) {
    await reportTable(level, report, count)
    await reportColumns(level, report, count)
  }
  problems.push(...(await findReturning(db, served, draft, actual)))
  return problems
}

type Report = (path: Path, text: string) => void
type Count = (table: string, column?: string) => Promise<number> | number

async function reportTable({ before, after, path, detail }: Level, report: Report, count: Count) {
  const isMoved = before.name !== after.name && after.renamedFrom !== before.name
  if (isMoved && (await count(after.name)) === 0) {
    const rows = await count(before.name)
    if (rows > 0)
      report(
        [...path, 'table', 'name'],
        `表由 ${before.name} 换成了 ${after.name}：${before.name} 里还有 ${rows} 行，换了以后都看不到；只是换名字的请用「改名」，要另起一张表的请新建文档，否则请改回 ${before.name}`,
      )
  }
  if (!detail?.before.table || !detail.after.table) return
  const [former, next] = [detail.before.table, detail.after.table]
  const isRenamed = detail.after.fields.some(
    ({ key, renamedFrom }) => key === next.fk && renamedFrom === former.fk,
  )
  const changes = [
    ...(toSnake(former.fk) === toSnake(next.fk) || isRenamed
      ? []
      : [{ key: 'fk', name: '归属列', from: former.fk, to: next.fk }]),
    ...((former.ref ?? 'id') === (next.ref ?? 'id')
      ? []
      : [{ key: 'ref', name: '表头的键', from: former.ref ?? 'id', to: next.ref ?? 'id' }]),
  ]
  const rows = changes.length > 0 ? await count(before.name) : 0
  if (rows === 0) return
  for (const { key, name, from, to } of changes)
    report(
      [...path, 'table', key],
      `明细「${getTitle(detail.after)}」的${name}由 ${from} 换成了 ${to}：还有 ${rows} 行明细，换了以后不再属于原来的记录；请改回 ${from}，或先删除这些明细`,
    )
}

/** A column that a field no longer has while its new one has no values. */
async function reportColumns({ before, after, path }: Level, report: Report, count: Count) {
  for (const [at, field] of after.fields.entries()) {
    const former = findFormer(before.fields, field)
    if (!former || !findStorage(former, fieldValues) || !findStorage(field, fieldValues)) continue
    const [from, to] = [getColumnName(former), getColumnName(field)]
    const isMoved = field.renamedFrom !== undefined && toSnake(field.renamedFrom) === from
    if (from === to || isMoved || (await count(before.name, to)) > 0) continue
    const rows = await count(before.name, from)
    if (rows === 0) continue
    report(
      [...path, 'fields', at, ...(field.column === undefined ? ['key'] : ['column'])],
      `字段「${getTitle(field)}」的列由 ${from} 换成了 ${to}：还有 ${rows} 条记录的值在 ${from} 里，换了以后都看不到；请把列名改回 ${from}，或先清空这个字段`,
    )
  }
}

/** Deleted records that would be among the others again. */
async function findReturning(
  db: Db,
  served: Document | undefined,
  draft: ValidDocument,
  actual: ReadonlyMap<string, ActualTable>,
): Promise<DocumentProblem[]> {
  const before = served && asDocumentWith(served, 'hasTable')?.table
  const after = asDocumentWith(draft.document, 'hasTable')?.table
  if (!before?.softDelete || !after || after.softDelete || !actual.get(before.name)?.columns.has('del_flag'))
    return []
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.id(before.name)} where del_flag <> 0`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) return []
  const text = `关掉了「删除只作标记」：还有 ${count} 条已删除的记录会重新出现；请留着它，或请系统管理员先在数据库里清除表 ${before.name} 中 del_flag = 1 的行`
  return [{ path: writtenPlace(draft, ['table']), code: 'BAD_VALUE', text }]
}
