import { access, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { storedPath } from '../../platform/store/stored-files.ts'
import { partSuffix } from './store.ts'

const HOUR_MS = 3_600_000
/** The age of an abandoned part: a file in transfer is written continuously. */
const MAX_PART_AGE_MS = HOUR_MS
/** The age of an abandoned file without a row: the row follows the rename at once, except after a crash. */
const MAX_NAMELESS_AGE_MS = 24 * HOUR_MS
/** Maximum paths in one statement. */
const BATCH = 1000
/** Files without a row beyond this number wait for the next sweep. */
const MAX_NAMELESS = 10_000

export interface SweptFiles {
  /** Number of removed parts of interrupted uploads. */
  parts: number
  /** Number of removed files without a row. */
  nameless: number
  /** Number of files without a row that were not removed, because they are more than one in ten. */
  suspicious: number
  /** Paths of rows whose file is missing, at most one batch. They are only reported. */
  missing: string[]
}

const readAge = async (file: string): Promise<number> => {
  const stats = await stat(file).catch(() => null)
  return stats ? Date.now() - stats.mtimeMs : 0
}

/** Paths of all files, in the format of `sys_file`. */
async function* listPaths(folder: string): AsyncGenerator<string> {
  const top = await opendir(folder).catch(() => null)
  if (!top) return
  for await (const entry of top) {
    if (!entry.isDirectory()) continue
    for await (const file of await opendir(join(folder, entry.name)))
      if (file.isFile()) yield `${entry.name}/${file.name}`
  }
}

async function withoutRow(db: Db, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from unnest(${paths}::text[]) path
    where not exists (select 1 from sys_file f where f.path = path.path)`.execute(db)
  return rows.map(({ path }) => path)
}

/** Rows whose file is missing, in the order of their paths. */
async function findMissing(db: Db, folder: string, signal?: AbortSignal): Promise<string[]> {
  const missing: string[] = []
  let last = ''
  while (missing.length < BATCH && !signal?.aborted) {
    const { rows } = await sql<{ path: string }>`
      select path from sys_file where path > ${last} order by path limit ${BATCH}`.execute(db)
    for (const { path } of rows) {
      const isThere = await access(join(folder, path)).then(
        () => true,
        () => false,
      )
      if (!isThere) missing.push(path)
    }
    if (rows.length < BATCH) break
    last = rows.at(-1)?.path ?? ''
  }
  return missing.slice(0, BATCH)
}

/**
 * Removes files that crashes left in the file folder. A folder where more than one file in ten has no row belongs to
 * another database, or to a later state of this one: only parts are removed there. Files with a row remain, even if
 * no record references them.
 */
export async function sweepFiles(db: Db, folder: string, signal?: AbortSignal): Promise<SweptFiles> {
  let parts = 0
  let rowCount = 0
  let batch: string[] = []
  const nameless: string[] = []
  const lookUp = async () => {
    const orphans = await withoutRow(db, batch)
    rowCount += batch.length - orphans.length
    batch = []
    for (const path of orphans)
      if (nameless.length < MAX_NAMELESS && (await readAge(join(folder, path))) > MAX_NAMELESS_AGE_MS)
        nameless.push(path)
  }
  for await (const path of listPaths(folder)) {
    if (signal?.aborted) return { parts, nameless: 0, suspicious: 0, missing: [] }
    const isPart = path.endsWith(partSuffix)
    if (!storedPath.test(isPart ? path.slice(0, -partSuffix.length) : path)) continue
    if (!isPart) batch.push(path)
    else if ((await readAge(join(folder, path))) > MAX_PART_AGE_MS) {
      await rm(join(folder, path), { force: true })
      parts++
    }
    if (batch.length === BATCH) await lookUp()
  }
  await lookUp()
  const isOurs = nameless.length * 10 <= rowCount
  if (isOurs) for (const path of nameless) await rm(join(folder, path), { force: true })
  return {
    parts,
    nameless: isOurs ? nameless.length : 0,
    suspicious: isOurs ? 0 : nameless.length,
    missing: await findMissing(db, folder, signal),
  }
}
