import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { applyChanges } from '#runtime/schema/changes/apply.ts'
import type { DocumentChange } from '#runtime/schema/changes/change.ts'
import { migrate } from '#runtime/schema/versions.ts'
import type { Db } from '../platform/store/database.ts'
import type { DocumentFile } from './files.ts'
import { idOf } from './validate.ts'

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

/**
 * The documents of the folders, with the designed ones. A whole designed document replaces a file of its id. Changes are
 * applied to the file, so that an upgrade of the file keeps them; where the file now differs, the file's part is served.
 */
export function withDesigned(
  files: readonly DocumentFile[],
  designed: readonly DesignedDocument[],
): DocumentFile[] {
  const byId = new Map(designed.map((entry) => [entry.id, entry]))
  const merged = files.map((file): DocumentFile => {
    const entry = byId.get(idOf(file))
    byId.delete(idOf(file))
    if (!entry || file.broken || !isJsonObject(file.json)) return file
    if (entry.body) return designedFile(entry.id, entry.body)
    return { ...file, json: applyChanges(file.json, entry.changes ?? []).document }
  })
  return [...merged, ...[...byId.values()].flatMap(({ id, body }) => (body ? designedFile(id, body) : []))]
}

const designedFile = (id: string, body: JsonObject): DocumentFile => ({
  file: `在线设计 ${id}`,
  expectedId: id,
  json: migrate(body).document,
  broken: null,
})
