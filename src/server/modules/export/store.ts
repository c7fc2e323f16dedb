import { join } from 'node:path'
import { sql } from 'kysely'
import { writeWholeFile } from '../../platform/files/write-whole-file.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { Db } from '../../platform/store/database.ts'
import type { ExportStore } from '../../records/excel/export/export-store.ts'
import { newId } from '../../records/write.ts'
import { olderThan, type Sweep } from '../maintenance/interface.ts'
import { exportFileName, exportFolder, removeExportFile } from './files.ts'

/** Days for which a file can be fetched. */
export const EXPORT_DAYS = 3

/** The exports that are forgotten after some days; the files follow them. */
export const exportsOlderThan = (days: number): Sweep => ({
  table: 'sys_export',
  isOld: olderThan('create_time', `${days} days`),
})

/** A running export that reported nothing for this time is interrupted: its server has ended. */
const LONGEST_SILENCE = '10 seconds'

/** Stored exports of one user; the oldest make room for a new one. */
const MAX_STORED = 10

/** An export as its user reads it. Times are texts in China's time. */
export interface StoredExport {
  id: string
  fileName: string
  createTime: string
  state: 'running' | 'done' | 'failed' | 'interrupted'
  /** The records of the export, and those that are read. */
  rows: number
  written: number
  /** The reason of a failure. */
  message: string | null
}

/** Stores the files of long exports with their owners. */
export function createExportStore({ db, config }: Pick<PlatformServices, 'db' | 'config'>): ExportStore {
  const folder = exportFolder(config)
  return {
    async begin({ screen, user, fileName, rights, rows }) {
      const id = newId()
      const excess = await sql<{ id: string }>`
        delete from sys_export where id in (
          select id from sys_export where user_id = ${user.id} order by create_time desc, id desc
          offset ${MAX_STORED - 1})
        returning id`.execute(db.app)
      for (const row of excess.rows) await removeExportFile(folder, row.id)
      await sql`
        insert into sys_export (id, screen, user_id, file_name, rights, state, row_count)
        values (${id}, ${screen}, ${user.id}, ${fileName}, ${rights}, 'running', ${rows})`.execute(db.app)
      return id
    },
    async report(id, written) {
      const { rows } = await sql`
        update sys_export set written = ${written}, report_time = now()
        where id = ${id} and state = 'running' returning 1`.execute(db.app)
      return rows.length > 0
    },
    async save(id, chunks) {
      await writeWholeFile(join(folder, exportFileName(id)), chunks)
      let isStored = false
      try {
        const { rows } = await sql`
          update sys_export set state = 'done', written = row_count where id = ${id} returning 1`.execute(
          db.app,
        )
        isStored = rows.length > 0
      } finally {
        // The user has removed the export in the meantime, or the database refuses its end.
        if (!isStored) await removeExportFile(folder, id)
      }
    },
    async fail(id, message) {
      await sql`
        update sys_export set state = 'failed', message = ${message}
        where id = ${id} and state = 'running'`.execute(db.app)
    },
  }
}

/** The user's exports of a screen, the newest first. */
export const findExports = async (db: Db, screen: string, userId: string): Promise<StoredExport[]> =>
  (
    await sql<StoredExport>`
      select id, file_name as "fileName", create_time as "createTime", row_count as rows, written, message,
        case when state = 'running' and report_time < now() - ${LONGEST_SILENCE}::interval then 'interrupted'
          else state end as state
      from sys_export where screen = ${screen} and user_id = ${userId}
      order by create_time desc, id desc limit ${MAX_STORED}`.execute(db)
  ).rows

/** A finished export of the user. */
export async function findFinished(
  db: Db,
  id: string,
  userId: string,
): Promise<{ screen: string; rights: string; fileName: string } | undefined> {
  const { rows } = await sql<{ screen: string; rights: string; fileName: string }>`
    select screen, rights, file_name as "fileName" from sys_export
    where id = ${id} and user_id = ${userId} and state = 'done'`.execute(db)
  return rows[0]
}

/** Forgets an export of the user and returns its state; a running one ends. Null where the user has no such export. */
export async function forgetExport(
  db: Db,
  id: string,
  userId: string,
): Promise<'running' | 'done' | 'failed' | null> {
  const { rows } = await sql<{ state: 'running' | 'done' | 'failed' }>`
    delete from sys_export where id = ${id} and user_id = ${userId} returning state`.execute(db)
  return rows[0]?.state ?? null
}
