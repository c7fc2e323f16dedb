import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** Days for which the files of a version are kept after its last start. */
const KEEP_DAYS = 30

/**
 * The files of the pages of every version that ran on this data folder, by their hashed names: a page may load a part of itself
 * from an instance of another version, and long after its own version has gone.
 */
export const keptFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'assets')

/** Takes no space where data and program are on one disk. */
async function keep(source: string, target: string): Promise<void> {
  const isKept = await stat(target).catch(() => null)
  if (!isKept)
    await link(source, target).catch(async () => {
      // Another instance never reads a part of a file.
      const part = `${target}.${process.pid}.part`
      await copyFile(source, part, constants.COPYFILE_FICLONE)
      await rename(part, target)
    })
  const now = new Date()
  await utimes(target, now, now)
}

/** Keeps the files of this version, and removes those of versions that have not started for a month. */
export async function keepAssets(config: Pick<Config, 'dataDir' | 'root'>): Promise<void> {
  const source = join(config.root, 'dist/app/assets')
  const entries = await readdir(source, { withFileTypes: true }).catch(() => [])
  if (entries.length === 0) return
  const target = keptFolder(config)
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const entry of entries)
    if (entry.isFile()) await keep(join(source, entry.name), join(target, entry.name))
  const oldest = Date.now() - KEEP_DAYS * 86_400_000
  for (const name of await readdir(target)) {
    const file = join(target, name)
    if (((await stat(file).catch(() => null))?.mtimeMs ?? oldest) < oldest) await rm(file, { force: true })
  }
}
