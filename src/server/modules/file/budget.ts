import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import type { Config } from '../../platform/config.ts'
import type { FileStore } from '../../platform/files/contract.ts'
import type { Db } from '../../platform/store/database.ts'
import { readOpenBytes } from './parts.ts'

/** Maximum simultaneous uploads in this process. */
export const MAX_UPLOADS = 40
/** Maximum simultaneous uploads of one user, over all sessions on this server. */
export const MAX_UPLOADS_PER_PERSON = 6

const MEGABYTE = 1024 * 1024

/** Decides before the body is read whether an upload may begin. */
export interface UploadBudget {
  /**
   * Reserves `bytes` for a user; `isCounted`: they are of an unfinished upload in parts, whose whole size is counted already.
   * The returned function releases them and must be called once the file is recorded or given up. Rejects with
   * UPLOADS_AT_ONCE, UPLOADS_BUSY, UPLOAD_DAY_QUOTA, UPLOAD_TOTAL_QUOTA or STORAGE_FULL.
   */
  reserve(username: string, bytes: number, isCounted?: boolean): Promise<() => void>
}

interface Running {
  count: number
  /** The bytes that are being written. */
  bytes: number
  /** Those of them that are counted nowhere else. */
  uncounted: number
}
const noUploads = (): Running => ({ count: 0, bytes: 0, uncounted: 0 })

async function storedBytes(db: Db, username?: string): Promise<number> {
  const today = sql`where create_by = ${username} and create_time >= current_date`
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::float8 as bytes from sys_file ${username === undefined ? sql`` : today}`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

/**
 * Stored files are counted in the database, and unfinished uploads in parts with the size that they will have, so servers that share it share the budget. Running uploads are counted
 * in this process: two servers together may exceed a limit by the files that they receive at the same moment.
 */
export function createUploadBudget(db: Db, config: Config, files: FileStore): UploadBudget {
  const people = new Map<string, Running>()
  const all = noUploads()

  async function requireFree(): Promise<void> {
    const { uploadReserveMb } = config
    if ((await files.freeBytes()) - all.bytes < uploadReserveMb * MEGABYTE)
      throw appError('STORAGE_FULL', { cause: new Error(`less than ${uploadReserveMb} MB are free`) })
  }

  async function requireQuota(username: string, userUploads: Running): Promise<void> {
    const { uploadDayMb, uploadTotalMb } = config
    if (uploadDayMb === 0 && uploadTotalMb === 0) return
    const open = await readOpenBytes(config)
    const ofUser = (open.get(username) ?? 0) + userUploads.uncounted
    if (uploadDayMb > 0 && (await storedBytes(db, username)) + ofUser > uploadDayMb * MEGABYTE)
      throw appError('UPLOAD_DAY_QUOTA', { values: { max: uploadDayMb } })
    const ofAll = [...open.values()].reduce((sum, bytes) => sum + bytes, all.uncounted)
    if (uploadTotalMb > 0 && (await storedBytes(db)) + ofAll > uploadTotalMb * MEGABYTE)
      throw appError('UPLOAD_TOTAL_QUOTA', { values: { max: uploadTotalMb } })
  }

  return {
    async reserve(username, bytes, isCounted = false) {
      const userUploads = people.get(username) ?? noUploads()
      if (userUploads.count >= MAX_UPLOADS_PER_PERSON) throw appError('UPLOADS_AT_ONCE')
      if (all.count >= MAX_UPLOADS) throw appError('UPLOADS_BUSY')
      people.set(username, userUploads)
      const change = (by: 1 | -1) => {
        for (const running of [userUploads, all]) {
          running.count += by
          running.bytes += by * bytes
          if (!isCounted) running.uncounted += by * bytes
        }
        if (userUploads.count === 0) people.delete(username)
      }
      change(1)
      try {
        await requireFree()
        if (!isCounted) await requireQuota(username, userUploads)
      } catch (error) {
        change(-1)
        throw error
      }
      return () => change(-1)
    },
  }
}
