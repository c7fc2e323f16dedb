import { storedPath } from '#runtime/kernel/text/stored-path.ts'
import type { Db } from '../../platform/store/database.ts'

/** The row of an uploaded file, for the columns that are selected from it; undefined for what is no stored path. */
export const fileQuery = (db: Db, path: string) =>
  storedPath.test(path) ? db.selectFrom('sys_file').where('path', '=', path) : undefined
