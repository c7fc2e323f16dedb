import { existsSync, type FSWatcher, watch } from 'node:fs'
import { signature } from './files.ts'

const settle = 120
const pollEvery = 1000

/**
 * Calls back when a file of the folders is added, removed or written. The file system's notification is quick but
 * incomplete (network drives, new folders), so the folders are also scanned every second.
 */
export function watchFolders(folders: readonly string[], onChange: () => void): () => void {
  let seen = signature(folders)
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = signature(folders)
    if (now === seen) return
    seen = now
    onChange()
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(look, settle)
  }
  const watchers: FSWatcher[] = []
  for (const folder of folders) {
    if (!existsSync(folder)) continue
    const watcher = watch(folder, { recursive: true }, soon)
    // Out of watches, or the folder was removed: scanning continues.
    watcher.on('error', () => watcher.close())
    watchers.push(watcher)
  }
  const poll = setInterval(look, pollEvery)
  poll.unref()
  return () => {
    clearInterval(poll)
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
