import { type RawBuilder, sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { STORED_PATH } from '#runtime/kernel/text/stored-path.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { Db } from '../../platform/store/database.ts'
import { getResource } from '../../records/resource.ts'

/** A place where records name files. */
interface FileColumn {
  table: string
  column: string
  /** The screen of the records, and the field, in words. */
  screen: string
  title: string
  fieldTitle: string
}

/** The columns of all documents that can name files, each once: of uploads, pictures and marked-up text. */
function listFileColumns(documents: DocumentRegistry): FileColumn[] {
  const found = new Map<string, FileColumn>()
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
            table,
            column,
            screen: id,
            title: screen.title,
            fieldTitle: field.title ?? field.key,
          })
      }
  }
  return [...found.values()]
}

/** Rows of `path` and `place` for each use of a file in a column: paths stand alone, in lists, in file objects and in marked-up text; `only` limits them to a file. */
const usesIn = ({ table, column }: FileColumn, place: number, only?: string): RawBuilder<unknown> => {
  const text = sql`${sql.ref(column)}::text`
  return sql`select found[1] as path, ${place}::int as place
    from ${sql.table(table)}, regexp_matches(${text}, ${STORED_PATH}, 'g') found
    where ${only === undefined ? sql`${sql.ref(column)} is not null` : sql`strpos(${text}, ${only}) > 0`}`
}

const commentUses = sql`select path, null::int as place from sys_comment_file`

/** A place that uses a file, and in how many records. */
export interface FileUse {
  screen: string
  screenTitle: string
  fieldTitle: string
  records: number
}

/** Where records and comments name a file. */
export async function findFileUses(db: Db, documents: DocumentRegistry, path: string): Promise<FileUse[]> {
  const columns = listFileColumns(documents)
  const parts = [commentUses, ...columns.map((column, at) => usesIn(column, at, path))]
  const { rows } = await sql<{ place: number | null; records: number }>`
    select place, count(*)::int as records from (${sql.join(parts, sql` union all `)}) u
    where path = ${path} group by place order by place nulls last`.execute(db)
  return rows.map(({ place, records }) => {
    const column = place === null ? undefined : columns[place]
    return column
      ? { screen: column.screen, screenTitle: column.title, fieldTitle: column.fieldTitle, records }
      : { screen: '', screenTitle: '记录的评论', fieldTitle: '附件', records }
  })
}

/** Stores with every file in how many places it is named; returns the number of files that none names. */
export async function countFileUses(db: Db, documents: DocumentRegistry): Promise<number> {
  const parts = [commentUses, ...listFileColumns(documents).map((column, at) => usesIn(column, at))]
  const { rows } = await sql<{ unused: number }>`
    with used as (
      select path, count(*)::int as uses from (${sql.join(parts, sql` union all `)}) u group by path),
    counted as (
      update sys_file f set uses = coalesce(u.uses, 0), counted_at = now()
      from sys_file s left join used u on u.path = s.path where s.path = f.path
      returning f.uses)
    select count(*) filter (where uses = 0)::int as unused from counted`.execute(db)
  return rows[0]?.unused ?? 0
}
