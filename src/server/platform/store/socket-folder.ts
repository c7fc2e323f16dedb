import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, withRemedy } from './binaries.ts'

/** A socket address holds 103 bytes (macOS) or 107 (Linux), of which the file's name takes 14 and its slash one. */
const MAX_FOLDER_BYTES = 88
const socketFiles = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']

const isShort = (folder: string): boolean => Buffer.byteLength(folder) <= MAX_FOLDER_BYTES

/** In the temp folder anybody may make a folder of any name: only one that is closed to all but `uid` is used. */
function isClosedFolderOf(folder: string, uid: number): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o777) === 0o700
}

function handOver(folder: string, account: Account | null): string {
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return folder
}

/**
 * The folder of the database's socket, closed to everyone but `account`. It lies in the data folder, so that a killed
 * server leaves nothing elsewhere and the next start uses it again; where that path is too long for a socket address,
 * in the temp folder under a name that follows from the path.
 */
export function makeSocketFolder(dataDir: string, account: Account | null): string {
  const inside = join(dataDir, 'socket')
  if (isShort(inside)) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    return handOver(inside, account)
  }
  const root = [tmpdir(), '/tmp'].find((one) => isShort(join(one, 'office-pg-0123456789ab-XXXXXX')))
  if (root === undefined) throw withRemedy(`数据目录 ${dataDir} 的路径太长，请把 DATA_DIR 设到路径较短的目录`)
  const name = join(root, `office-pg-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
  try {
    mkdirSync(name, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isClosedFolderOf(name, account?.uid ?? process.getuid?.() ?? 0)) return name
    // Somebody else made it first.
    return handOver(mkdtempSync(`${name}-`), account)
  }
  return handOver(name, account)
}

/** Removes the socket of a stopped database and its folder; anything else in that folder stays, and so does the folder. */
export function removeSocketFolder(folder: string): void {
  for (const name of socketFiles) rmSync(join(folder, name), { force: true })
  try {
    rmdirSync(folder)
  } catch {
    // It is gone already, or holds what is not ours.
  }
}
