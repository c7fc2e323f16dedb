import { createReadStream } from 'node:fs'
import { opendir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { storedPath } from '#runtime/kernel/text/stored-path.ts'
import type { FileStore } from './contract.ts'
import { readPartTarget, writeWholeFile } from './write-whole-file.ts'

const readAge = async (file: string): Promise<number> => {
  const stats = await stat(file).catch(() => null)
  return stats ? Date.now() - stats.mtimeMs : 0
}

/** The names of all files in the folders of a folder, as `biz/name`. */
async function* listNames(folder: string): AsyncGenerator<string> {
  const top = await opendir(folder).catch(() => null)
  if (!top) return
  for await (const entry of top) {
    if (!entry.isDirectory()) continue
    for await (const file of await opendir(join(folder, entry.name)))
      if (file.isFile()) yield `${entry.name}/${file.name}`
  }
}

/** Files in a folder of the disk. */
export function openDiskStore(folder: string): FileStore {
  const size = async (path: string) => {
    const stats = storedPath.test(path) ? await stat(join(folder, path)).catch(() => null) : null
    return stats?.isFile() ? stats.size : null
  }
  return {
    write: (path, chunks, isTruncated) => writeWholeFile(join(folder, path), chunks, isTruncated),
    size,
    read: async (path) => ((await size(path)) === null ? null : createReadStream(join(folder, path))),
    remove: (path) => rm(join(folder, path), { force: true }),
    async *list() {
      for await (const path of listNames(folder))
        if (storedPath.test(path)) yield { path, age: await readAge(join(folder, path)) }
    },
    async removeParts(age) {
      let count = 0
      for await (const name of listNames(folder)) {
        if (!storedPath.test(readPartTarget(name) ?? '')) continue
        if ((await readAge(join(folder, name))) <= age) continue
        await rm(join(folder, name), { force: true })
        count++
      }
      return count
    },
    async freeBytes() {
      // The folder does not exist yet, or the file system reports no free space: the write itself detects a full disk.
      const stats = await statfs(folder).catch(() => null)
      return stats ? stats.bavail * stats.bsize : Number.POSITIVE_INFINITY
    },
    async send(reply, path) {
      if ((await size(path)) === null) return false
      // The library handles ranges, conditions and HEAD; the type comes from the row.
      await reply.sendFile(path, folder, { contentType: false })
      return true
    },
  }
}
