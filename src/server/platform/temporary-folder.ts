import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMark } from './store/embedded/process.ts'

const PREFIX = 'gazetteer-office-work-'

/** What the name of a folder of this process begins with: its id, and its start time where the system names it. */
const buildPrefix = (pid: number): string | undefined => {
  const mark = readMark(pid)
  return mark === null ? undefined : `${PREFIX}${mark.replace(' ', '-')}-`
}

/** A folder that only this account can read, for the time of one task, which removes it. */
export const makeTemporaryFolder = (): Promise<string> =>
  mkdtemp(join(tmpdir(), buildPrefix(process.pid) ?? PREFIX))

/** Removes the temporary folders that processes have left which were killed, as far as this account may. */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const prefix = buildPrefix(Number.parseInt(name.slice(PREFIX.length), 10))
    if (prefix !== undefined && name.startsWith(prefix)) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}
