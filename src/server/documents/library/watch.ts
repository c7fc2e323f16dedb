import { existsSync, type FSWatcher, watch } from 'node:fs'
import { signature } from './files.ts'

const SETTLE_MS = 120
const POLL_INTERVAL_MS = 1000

/**
 * Calls back when a file of the folders was added, removed or written. Events of the file system are fast but
 * incomplete (network drives, folders created later), so the folders are also polled every second.
 */
export function watchFolders(folders: readonly string[], onChange: () => void): () => void {
  let lastSignature = signature(folders)
  let timer: NodeJS.Timeout | undefined
  const compare = () => {
    const now = signature(folders)
    if (now === lastSignature) return
    lastSignature = now
    onChange()
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(compare, SETTLE_MS)
  }
  const watchers: FSWatcher[] = []
  for (const folder of folders) {
    if (!existsSync(folder)) continue
    const watcher = watch(folder, { recursive: true }, soon)
    // The system has no more watches, or the folder was removed: polling continues.
    watcher.on('error', () => watcher.close())
    watchers.push(watcher)
  }
  const poll = setInterval(compare, POLL_INTERVAL_MS)
  poll.unref()
  return () => {
    clearInterval(poll)
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
