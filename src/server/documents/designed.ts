import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { applyChanges } from '#runtime/schema/changes/apply.ts'
import type { DocumentChange } from '#runtime/schema/changes/change.ts'
import { readStored } from '#runtime/schema/versions.ts'
import type { Db } from '../platform/store/database.ts'
import type { DocumentFile } from './library/files.ts'
import { getDocumentId } from './validate.ts'

/** The notification channel by which running servers learn that a designed document was released. */
export const designChannel = 'design_released'

/** A document that a designer released: a whole one, or the local changes of a file. */
export interface DesignedDocument {
  id: string
  body: JsonObject | null
  changes: DocumentChange[] | null
}

export const readDesigned = async (db: Db): Promise<DesignedDocument[]> =>
  (await sql<DesignedDocument>`select id, body, changes from sys_design_document order by id`.execute(db))
    .rows

/** The documents that are served, and of each changed file the number of its changes that do not fit it any more. */
export interface MergedFiles {
  files: DocumentFile[]
  conflicts: ReadonlyMap<string, number>
}

/**
 * The documents of the folders, with the designed ones. A whole designed document replaces a file of its id. Changes are
 * applied to the file, so that an upgrade of the file keeps them; where the file now differs, the file's part is served.
 */
export function withDesigned(
  files: readonly DocumentFile[],
  designed: readonly DesignedDocument[],
): MergedFiles {
  const byId = new Map(designed.map((entry) => [entry.id, entry]))
  const conflicts = new Map(designed.map(({ id }) => [id, 0]))
  const merged = files.map((file): DocumentFile => {
    const entry = byId.get(getDocumentId(file))
    byId.delete(getDocumentId(file))
    if (!entry || file.broken || !isJsonObject(file.json)) return file
    if (entry.body) return designedFile(entry.id, entry.body)
    const applied = applyChanges(file.json, entry.changes ?? [])
    conflicts.set(entry.id, applied.conflicts.length)
    return { ...file, json: applied.document }
  })
  const others = [...byId.values()].flatMap(({ id, body }) => (body ? designedFile(id, body) : []))
  return { files: [...merged, ...others], conflicts }
}

/** Stores the numbers of conflicts, which the list of documents shows. */
export async function keepConflicts(db: Db, conflicts: MergedFiles['conflicts']): Promise<void> {
  if (conflicts.size === 0) return
  const counts = JSON.stringify(Object.fromEntries(conflicts))
  await sql`
    update sys_design_document d set conflicts = c.value::integer from jsonb_each_text(${counts}::jsonb) c
    where d.id = c.key and d.conflicts <> c.value::integer`.execute(db)
}

const designedFile = (id: string, body: JsonObject): DocumentFile => ({
  file: `在线设计 ${id}`,
  expectedId: id,
  json: readStored(body),
  broken: null,
})
