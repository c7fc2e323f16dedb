import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { StartError } from './binaries.ts'
import { readMark } from './process.ts'

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** A server that is stopping needs a few seconds; a start right behind it waits for it. */
const MAX_WAIT_MS = 15_000
const POLL_MS = 200

interface Waiting {
  maxWaitMs?: number
  /** Called once, when another server holds the lock and the wait for it begins. */
  onWait?(text: string): void
}

/**
 * Locks the data folder for this process; resolves to the function that unlocks it. Rejects when a running server still
 * holds the lock at the end of the wait; the lock of a killed server is taken over.
 */
export async function lockFolder(
  dataDir: string,
  { maxWaitMs = MAX_WAIT_MS, onWait }: Waiting = {},
): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'lock')
  const mark = readMark(process.pid) ?? String(process.pid)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mark, { mode: 0o600 })
  const deadline = performance.now() + maxWaitMs
  let isWaiting = false
  try {
    for (;;) {
      try {
        linkSync(draft, file)
        return () => rmSync(file, { force: true })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = read(file)
      if (holder === null) continue
      const pid = Number(holder.split(' ')[0])
      if (pid > 0 && readMark(pid) === holder) {
        if (performance.now() < deadline) {
          if (!isWaiting)
            onWait?.(
              `数据目录 ${dataDir} 正由另一个服务使用（进程 ${pid}），等它停止，最多 ${maxWaitMs / 1000} 秒`,
            )
          isWaiting = true
          await setTimeout(POLL_MS)
          continue
        }
        throw new StartError(
          `数据目录 ${dataDir} 正由另一个服务使用（进程 ${pid}）。请先停止它，或用 DATA_DIR 指定别的目录\n` +
            `The data folder is in use by another server (process ${pid}): stop it, or set DATA_DIR to another folder`,
        )
      }
      removeStaleLock(file, holder, `${draft}.stale`)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes only the dead server's lock: another process may have created a new one in the meantime. */
function removeStaleLock(file: string, dead: string, aside: string): void {
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== dead) {
    try {
      linkSync(aside, file)
    } catch {
      // A third process has the lock now; the next round detects that.
    }
  }
  rmSync(aside, { force: true })
}
