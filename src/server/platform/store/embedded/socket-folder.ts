import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, withRemedy } from './binaries.ts'

/** A socket address holds 103 bytes (macOS) or 107 (Linux), of which the file's name needs 14 and its slash one. */
const MAX_FOLDER_BYTES = 88
const socketFiles = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']

const isShort = (folder: string): boolean => Buffer.byteLength(folder) <= MAX_FOLDER_BYTES

/** In the temp folder any user may create a folder of any name: only one that is closed to all but `uid` is used. */
function isClosedFolder(folder: string, uid: number): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return stats?.isDirectory() === true && stats.uid === uid && (stats.mode & 0o777) === 0o700
}

function handOver(folder: string, account: Account | null): string {
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return folder
}

/**
 * The folder of the database's socket, closed to all but `account`. It is inside the data folder, so that a killed
 * server leaves no files elsewhere and the next start reuses it; when that path is too long for a socket address,
 * it is in the temp folder under a name that is derived from the path.
 */
export function makeSocketFolder(dataDir: string, account: Account | null): string {
  const inside = join(dataDir, 'socket')
  if (isShort(inside)) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    return handOver(inside, account)
  }
  const root = [tmpdir(), '/tmp'].find((folder) => isShort(join(folder, 'office-pg-0123456789ab-XXXXXX')))
  if (root === undefined) throw withRemedy(`数据目录 ${dataDir} 的路径太长，请把 DATA_DIR 设到路径较短的目录`)
  const name = join(root, `office-pg-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
  try {
    mkdirSync(name, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isClosedFolder(name, account?.uid ?? process.getuid?.() ?? 0)) return name
    // Another user created it first.
    return handOver(mkdtempSync(`${name}-`), account)
  }
  return handOver(name, account)
}

/** Removes the socket of a stopped database and its folder; the folder stays when it contains other files. */
export function removeSocketFolder(folder: string): void {
  for (const name of socketFiles) rmSync(join(folder, name), { force: true })
  try {
    rmdirSync(folder)
  } catch {
    // It is removed already, or contains other files.
  }
}
