import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import type { ImportLog } from '../../records/excel/import-log.ts'
import { newId } from '../../records/write.ts'
import { olderThan, type Sweep } from '../maintenance/interface.ts'

/** Days after which an import can no longer be undone. */
const IMPORT_DAYS = 30

/** The imports that are forgotten, with their rows. */
export const oldImports: Sweep = {
  table: 'sys_import',
  isOld: olderThan('create_time', `${IMPORT_DAYS} days`),
}

/** Imports that a user is offered. */
const MAX_LISTED = 10

/** An import as its user reads it. Times are texts in China's time. */
export interface StoredImport {
  id: string
  fileName: string
  createTime: string
  total: number
  inserted: number
  updated: number
  skipped: number
  undoTime: string | null
}

/** A record that an import wrote, with its revision after the import. */
export interface WrittenRecord {
  id: string
  rev: number
  /** The body of the edit that restores the values; null for a new record. */
  restore: JsonObject | null
}

/** Stores each import with the revisions that its records have at its end. */
export const importLog: ImportLog = {
  async add(trx, { resource, user, fileName, counts, records }) {
    const id = newId()
    const { total, inserted, updated, skipped } = counts
    await sql`
      insert into sys_import (id, screen, user_id, file_name, total, inserted, updated, skipped)
      values (${id}, ${resource.screen.id}, ${user.id}, ${fileName}, ${total}, ${inserted}, ${updated}, ${skipped})`.execute(
      trx,
    )
    const ids = records.map((record) => record.id)
    const restores = records.map(({ restore }) => (restore === null ? null : JSON.stringify(restore)))
    await sql`
      insert into sys_import_row (import_id, place, record_id, rev, restore)
      select ${id}, w.place, w.id, t.rev, w.restore::jsonb
      from unnest(${ids}::text[], ${restores}::text[]) with ordinality as w(id, restore, place)
      join ${sql.id(resource.table)} as t on t.id = w.id`.execute(trx)
    return id
  },
}

/** The newest imports of a user into a screen. */
export const findImports = async (db: Db, screen: string, userId: string): Promise<StoredImport[]> =>
  (
    await sql<StoredImport>`
      select id, file_name as "fileName", create_time as "createTime", total, inserted, updated, skipped,
        undo_time as "undoTime"
      from sys_import where screen = ${screen} and user_id = ${userId}
      order by create_time desc, id desc limit ${MAX_LISTED}`.execute(db)
  ).rows

/** Whether the user has imported this into the screen, undone or not. */
export async function isOwnImport(db: Db, id: string, screen: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_import where id = ${id} and screen = ${screen} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** Marks an import as undone; false when it was undone before. */
export async function markUndone(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update sys_import set undo_time = now() where id = ${id} and undo_time is null returning 1`.execute(trx)
  return rows.length > 0
}

/** The records of an import, the last written one first. */
export async function writtenRecords(db: Db, id: string): Promise<WrittenRecord[]> {
  const { rows } = await sql<{ id: string; rev: number; restore: unknown }>`
    select record_id as id, rev, restore from sys_import_row where import_id = ${id} order by place desc`.execute(
    db,
  )
  return rows.map(({ restore, ...row }) => ({ ...row, restore: isJsonObject(restore) ? restore : null }))
}
