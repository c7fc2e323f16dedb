import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { readPartTarget } from '../../platform/files/write-whole-file.ts'
import type { Db } from '../../platform/store/database.ts'

const EXTENSION = '.xlsx'
/** Milliseconds after which a file without a row is abandoned: a running export writes its file continuously. */
const MAX_ORPHAN_AGE_MS = 3_600_000

/** The folder with the files of long exports. */
export const exportFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'exports')

export const exportFileName = (id: string): string => `${id}${EXTENSION}`

export const removeExportFile = (folder: string, id: string): Promise<void> =>
  rm(join(folder, exportFileName(id)), { force: true })

async function isOld(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null)
  return stats !== null && Date.now() - stats.mtimeMs > MAX_ORPHAN_AGE_MS
}

/** Removes the files without a row and the parts of interrupted exports; returns their number. */
export async function removeOrphans(db: Db, folder: string, signal: AbortSignal): Promise<number> {
  const entries = await opendir(folder).catch(() => null)
  if (!entries) return 0
  const { rows } = await sql<{ id: string }>`select id from sys_export`.execute(db)
  const stored = new Set(rows.map(({ id }) => exportFileName(id)))
  let removed = 0
  for await (const { name } of entries) {
    if (signal.aborted) break
    const isOurs = (readPartTarget(name) ?? name).endsWith(EXTENSION)
    if (!isOurs || stored.has(name) || !(await isOld(join(folder, name)))) continue
    await rm(join(folder, name), { force: true })
    removed += 1
  }
  return removed
}
