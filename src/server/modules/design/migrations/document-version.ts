import { type Migration, sql, type Transaction } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { applyChanges } from '#runtime/schema/changes/apply.ts'
import type { DocumentChange } from '#runtime/schema/changes/change.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { migrate } from '#runtime/schema/versions.ts'

const toCurrent = (document: JsonObject): JsonObject => migrate(document).document as JsonObject

/** The change that takes another one back; the place of a removed member is not in it. */
const inverted = (change: DocumentChange): DocumentChange[] =>
  change.type === 'set'
    ? [
        {
          type: 'set',
          path: change.path,
          before: change.after,
          after: change.before,
          ...(change.beside && { beside: change.beside }),
        },
      ]
    : []

/**
 * The changes of a file in the words of the current format: between the file as it was, which is the released document
 * without them, and the released document, each brought to that format.
 */
export function migrateChanges(
  released: JsonObject,
  changes: readonly DocumentChange[],
): readonly DocumentChange[] {
  const shipped = applyChanges(released, changes.toReversed().flatMap(inverted)).document
  const moves = changes.filter(({ type }) => type === 'move')
  return [...diffDocuments(toCurrent(shipped), toCurrent(released)), ...moves]
}

type Trx = Transaction<unknown>

/** The columns with whole documents, by their tables and the keys of these. */
const columns: readonly { table: string; keys: readonly string[]; documents: readonly string[] }[] = [
  { table: 'sys_design_document', keys: ['id'], documents: ['body'] },
  { table: 'sys_design_revision', keys: ['document_id', 'revision'], documents: ['body'] },
  { table: 'sys_design_draft', keys: ['document_id', 'user_id'], documents: ['base', 'body'] },
  { table: 'sys_design_review', keys: ['id'], documents: ['base', 'body'] },
]

const isAt = (keys: readonly string[], row: Record<string, unknown>) =>
  sql.join(
    keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`),
    sql` and `,
  )

async function migrateColumn(trx: Trx, table: string, keys: readonly string[], column: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([...keys, column].map((name) => sql.ref(name)))} from ${sql.table(table)}
    where ${sql.ref(column)} is not null`.execute(trx)
  for (const row of rows) {
    const document = JSON.stringify(toCurrent(row[column] as JsonObject))
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${document}::json where ${isAt(keys, row)}`.execute(
      trx,
    )
  }
}

/** Drafts, revisions, reviews and released documents in the words of the current format, so that only files have other ones. */
export const currentDocuments: Migration = {
  async up(trx: Trx) {
    const { rows } = await sql<{ id: string; changes: DocumentChange[]; released: JsonObject }>`
      select d.id, d.changes, r.body as released from sys_design_document d
      join sys_design_revision r on r.document_id = d.id and r.revision = d.revision
      where d.changes is not null`.execute(trx)
    for (const { id, changes, released } of rows)
      await sql`
        update sys_design_document set changes = ${JSON.stringify(migrateChanges(released, changes))}::json
        where id = ${id}`.execute(trx)
    for (const { table, keys, documents } of columns)
      for (const column of documents) await migrateColumn(trx, table, keys, column)
  },
}
