import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './store/embedded/process.ts'

const PREFIX = 'gazetteer-office-work-'

/** A folder that only this account can read, for the time of one task, which removes it. */
export const makeTemporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))

/** Milliseconds: the start of this process. */
const started = Date.now() - process.uptime() * 1000

/**
 * Removes the temporary folders that processes have left which were killed, as far as this account may. One with the number of
 * this process may be of the process before, as in a container, where all have the same.
 */
export async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(tmpdir(), name)
    const pid = Number.parseInt(name.slice(PREFIX.length), 10)
    const isLeft =
      pid === process.pid ? ((await stat(folder).catch(() => null))?.mtimeMs ?? 0) < started : !isAlive(pid)
    if (isLeft) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
