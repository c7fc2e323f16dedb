import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The files in a folder and in those below it, as `group/name.json`, without hidden ones. */
export function listFolder(folder: string): string[] {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .sort()
}
