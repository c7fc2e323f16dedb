import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { STORED_PATH } from '#runtime/kernel/text/stored-path.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { findKindPlan } from '#runtime/schema/kinds/plans.ts'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { Db } from '../../platform/store/database.ts'
import { getResource } from '../../records/resource.ts'

/** A place that uses a file, and in how many records. */
export interface FileUse {
  /** The id of the document; empty for what belongs to records of any screen. */
  screen: string
  screenTitle: string
  fieldTitle: string
  records: number
}

/** Where files are named. */
interface FilePlace extends Omit<FileUse, 'records'> {
  /** Rows of `path` for each use of a file, or at least for those of the file `only`. */
  select(only?: string): RawBuilder<unknown>
}

/** Paths in a column: they stand alone, in lists, in file objects and in marked-up text. */
const selectFromColumn = (table: string, column: string, only?: string): RawBuilder<unknown> => {
  const text = sql`${sql.ref(column)}::text`
  return sql`select found[1] as path from ${sql.table(table)}, regexp_matches(${text}, ${STORED_PATH}, 'g') found
    where ${only === undefined ? sql`${sql.ref(column)} is not null` : sql`strpos(${text}, ${only}) > 0`}`
}

/** The columns of all documents that can name files, each once: of uploads, pictures and marked-up text. */
function listColumnPlaces(documents: DocumentRegistry): FilePlace[] {
  const found = new Map<string, FilePlace>()
  for (const { id, document, documentHash } of documents.entries()) {
    const screen = asDocumentWith(document, 'hasTable')
    if (!screen) continue
    const resource = getResource(screen, documentHash, fieldValues)
    for (const { table, columns } of [resource, ...resource.details])
      for (const { name: column, field } of columns.values()) {
        const half = field && fieldValues.get(field.type)
        // The list of the files itself uses no file.
        if (table === 'sys_file' || !field || (!half?.filePaths && !half?.offList)) continue
        const place = `${table}.${column}`
        if (!found.has(place))
          found.set(place, {
            screen: id,
            screenTitle: screen.title,
            fieldTitle: field.title ?? field.key,
            select: (only) => selectFromColumn(table, column, only),
          })
      }
  }
  return [...found.values()]
}

/** Documents that name files themselves, such as print templates with the same picture for all records. */
function listDocumentPlaces(documents: DocumentRegistry): FilePlace[] {
  const pattern = new RegExp(STORED_PATH, 'g')
  return documents.entries().flatMap(({ id, document }) => {
    const paths = [...new Set(JSON.stringify(document).match(pattern))]
    if (paths.length === 0) return []
    const screenTitle = `${findKindPlan(document)?.title ?? ''}「${document.title}」`
    return {
      screen: id,
      screenTitle,
      fieldTitle: '文件',
      select: () => sql`select unnest(${paths}::text[]) as path`,
    }
  })
}

/** Columns that belong to no screen. */
const sharedPlaces: readonly [table: string, column: string, screenTitle: string, fieldTitle: string][] = [
  ['sys_comment_file', 'path', '记录的评论', '附件'],
  ['sys_workflow_log', 'files', '审批意见', '附件'],
  ['sys_design_draft', 'body', '设计器里的草稿', '文件'],
]

const listPlaces = (documents: DocumentRegistry): FilePlace[] => [
  ...listColumnPlaces(documents),
  ...sharedPlaces.map(([table, column, screenTitle, fieldTitle]) => ({
    ...{ screen: '', screenTitle, fieldTitle },
    select: (only?: string) => selectFromColumn(table, column, only),
  })),
  ...listDocumentPlaces(documents),
]

/** Rows of `path` and the number of its place for each use of a file. */
const selectUses = (places: readonly FilePlace[], only?: string): RawBuilder<unknown> => {
  const parts = places.map(({ select }, at) => sql`select path, ${at}::int as place from (${select(only)}) p`)
  return sql.join(parts, sql` union all `)
}

/** Where records, comments, opinions and documents name a file. */
export async function findFileUses(db: Db, documents: DocumentRegistry, path: string): Promise<FileUse[]> {
  const places = listPlaces(documents)
  const { rows } = await sql<{ place: number; records: number }>`
    select place, count(*)::int as records from (${selectUses(places, path)}) u
    where path = ${path} group by place`.execute(db)
  const counts = new Map(rows.map(({ place, records }) => [place, records]))
  return places.flatMap(({ screen, screenTitle, fieldTitle }, at) => {
    const records = counts.get(at)
    return records === undefined ? [] : [{ screen, screenTitle, fieldTitle, records }]
  })
}

/** Stores with every file in how many places it is named; returns the number of files that none names. */
export async function countFileUses(db: Db, documents: DocumentRegistry): Promise<number> {
  const { rows } = await sql<{ unused: number }>`
    with used as (
      select path, count(*)::int as uses from (${selectUses(listPlaces(documents))}) u group by path),
    counted as (
      update sys_file f set uses = coalesce(u.uses, 0), counted_at = now()
      from sys_file s left join used u on u.path = s.path where s.path = f.path
      returning f.uses)
    select count(*) filter (where uses = 0)::int as unused from counted`.execute(db)
  return rows[0]?.unused ?? 0
}
