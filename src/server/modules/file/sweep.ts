import { sql } from 'kysely'
import type { FileStore } from '../../platform/files/contract.ts'
import type { Db } from '../../platform/store/database.ts'

const HOUR_MS = 3_600_000
/** The age of an abandoned part: a file in transfer is written continuously. */
const MAX_PART_AGE_MS = HOUR_MS
/** The age of an abandoned file without a row: the row follows the rename at once, except after a crash. */
const MAX_NAMELESS_AGE_MS = 24 * HOUR_MS
/** Maximum paths in one statement. */
const BATCH = 1000
/** Files that are looked for at once: a bucket answers after milliseconds. */
const LOOKED_FOR = 16
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

async function withoutRow(db: Db, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from unnest(${paths}::text[]) path
    where not exists (select 1 from sys_file f where f.path = path.path)
      and not exists (select 1 from sys_file f where f.thumbnail = path.path)`.execute(db)
  return rows.map(({ path }) => path)
}

/** Rows whose file is missing, in the order of their paths. */
async function findMissing(db: Db, files: FileStore, signal?: AbortSignal): Promise<string[]> {
  const missing: string[] = []
  let last = ''
  while (missing.length < BATCH && !signal?.aborted) {
    const { rows } = await sql<{ path: string }>`
      select path from sys_file where path > ${last} order by path limit ${BATCH}`.execute(db)
    for (let at = 0; at < rows.length && !signal?.aborted; at += LOOKED_FOR) {
      const part = rows.slice(at, at + LOOKED_FOR)
      const sizes = await Promise.all(part.map(({ path }) => files.size(path)))
      missing.push(...part.flatMap(({ path }, place) => (sizes[place] === null ? [path] : [])))
    }
    if (rows.length < BATCH) break
    last = rows.at(-1)?.path ?? ''
  }
  return missing.slice(0, BATCH)
}

/**
 * Removes files that crashes left in the file store. A store where more than one file in ten has no row belongs to
 * another database, or to a later state of this one: only parts are removed there. Files with a row remain, even if
 * no record references them.
 */
export async function sweepFiles(db: Db, files: FileStore, signal?: AbortSignal): Promise<SweptFiles> {
  const parts = await files.removeParts(MAX_PART_AGE_MS)
  let rowCount = 0
  let batch = new Map<string, number>()
  const nameless: string[] = []
  const lookUp = async () => {
    const orphans = await withoutRow(db, [...batch.keys()])
    rowCount += batch.size - orphans.length
    for (const path of orphans)
      if (nameless.length < MAX_NAMELESS && (batch.get(path) ?? 0) > MAX_NAMELESS_AGE_MS) nameless.push(path)
    batch = new Map()
  }
  for await (const { path, age } of files.list()) {
    if (signal?.aborted) return { parts, nameless: 0, suspicious: 0, missing: [] }
    batch.set(path, age)
    if (batch.size === BATCH) await lookUp()
  }
  await lookUp()
  const isOurs = nameless.length * 10 <= rowCount
  if (isOurs) for (const path of nameless) await files.remove(path)
  return {
    parts,
    nameless: isOurs ? nameless.length : 0,
    suspicious: isOurs ? 0 : nameless.length,
    missing: await findMissing(db, files, signal),
  }
}
