import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Db, Trx } from '../../platform/store/database.ts'
import type { ImportLog } from '../../records/excel/import/import-log.ts'
import { newId } from '../../records/write.ts'
import { olderThan, type Sweep } from '../maintenance/interface.ts'

/** Days after which an import can no longer be undone. */
const IMPORT_DAYS = 30

/** The imports that are forgotten, with their rows. */
export const oldImports: Sweep = {
  table: 'sys_import',
  isOld: olderThan('create_time', `${IMPORT_DAYS} days`),
}

/** A running import that reported nothing for this time is interrupted: its server has ended, and it wrote nothing. */
const LONGEST_SILENCE = '10 seconds'

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
  unchanged: number
  skipped: number
  state: 'running' | 'done' | 'failed' | 'interrupted'
  /** Of a running import: the rows of its files, and the records that are checked and written. */
  rows: number
  checked: number
  written: number
  /** Of a failed import: its message and faults, as in the answer of a shorter one. */
  answer: JsonObject | null
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
export const createImportLog = (db: Db): ImportLog => ({
  async add(trx, { resource, user, fileName, counts, records, remaining }, running) {
    const id = running ?? newId()
    const { total, inserted, updated, skipped } = counts
    await sql`
      insert into sys_import (id, screen, user_id, file_name, state, total, inserted, updated, skipped, remaining)
      values (${id}, ${resource.screen.id}, ${user.id}, ${fileName}, 'done', ${total}, ${inserted}, ${updated},
        ${skipped}, ${remaining}::bigint[])
      on conflict (id) do update set state = excluded.state, total = excluded.total, inserted = excluded.inserted,
        updated = excluded.updated, skipped = excluded.skipped, remaining = excluded.remaining`.execute(trx)
    const ids = records.map((record) => record.id)
    const restores = records.map(({ restore }) => (restore === null ? null : JSON.stringify(restore)))
    await sql`
      insert into sys_import_row (import_id, place, record_id, rev, restore)
      select ${id}, w.place, w.id, t.rev, w.restore::jsonb
      from unnest(${ids}::text[], ${restores}::text[]) with ordinality as w(id, restore, place)
      join ${sql.id(resource.table)} as t on t.id = w.id`.execute(trx)
    return id
  },
  async begin({ resource, user, fileName, rows }) {
    const id = newId()
    await sql`
      insert into sys_import (id, screen, user_id, file_name, state, row_count, report_time)
      values (${id}, ${resource.screen.id}, ${user.id}, ${fileName}, 'running', ${rows}, now())`.execute(db)
    return id
  },
  async report(id, { checked, written }) {
    await sql`
      update sys_import set checked = ${checked}, written = ${written}, report_time = now()
      where id = ${id} and state = 'running'`.execute(db)
  },
  async fail(id, answer) {
    await sql`
      update sys_import set state = 'failed', answer = ${JSON.stringify(answer)}::jsonb
      where id = ${id} and state = 'running'`.execute(db)
  },
})

/** The newest imports of a user into a screen. */
export const findImports = async (db: Db, screen: string, userId: string): Promise<StoredImport[]> =>
  (
    await sql<StoredImport>`
      select id, file_name as "fileName", create_time as "createTime", total, inserted, updated, skipped,
        total - inserted - updated - skipped as unchanged,
        case when state = 'running' and report_time < now() - ${LONGEST_SILENCE}::interval then 'interrupted'
          else state end as state,
        row_count as rows, checked, written, answer, undo_time as "undoTime"
      from sys_import where screen = ${screen} and user_id = ${userId}
      order by create_time desc, id desc limit ${MAX_LISTED}`.execute(db)
  ).rows

/** Whether the user has finished this import into the screen, undone or not. */
export async function isOwnImport(db: Db, id: string, screen: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_import where id = ${id} and screen = ${screen} and user_id = ${userId}
      and state = 'done'`.execute(db)
  return rows.length > 0
}

/** Marks an import as undone; false when it was undone before. */
export async function markUndone(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update sys_import set undo_time = now() where id = ${id} and undo_time is null returning 1`.execute(trx)
  return rows.length > 0
}

/** The ids of the outcomes of consequences of an import, which its undo would not take back. */
export async function readRemaining(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ remaining: string[] }>`
    select remaining::text[] as remaining from sys_import where id = ${id}`.execute(db)
  return rows[0]?.remaining ?? []
}

/** The records of an import, the last written one first. */
export async function writtenRecords(db: Db, id: string): Promise<WrittenRecord[]> {
  const { rows } = await sql<{ id: string; rev: number; restore: unknown }>`
    select record_id as id, rev, restore from sys_import_row where import_id = ${id} order by place desc`.execute(
    db,
  )
  return rows.map(({ restore, ...row }) => ({ ...row, restore: isJsonObject(restore) ? restore : null }))
}
