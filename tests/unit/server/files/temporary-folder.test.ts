import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readMark } from '#server/platform/store/embedded/process.ts'
import { makeTemporaryFolder, removeLeftFolders } from '#server/platform/temporary-folder.ts'

let place = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'office-temporary-'))
  vi.stubEnv('TMPDIR', place)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(place, { recursive: true, force: true })
})

it('a start removes the temporary folders of killed processes, and no others', async () => {
  const own = basename(await makeTemporaryFolder())
  const nameFor = (mark: string | null) =>
    own.replace(String(readMark(process.pid)).replace(' ', '-'), String(mark).replace(' ', '-'))
  const ended = spawn(process.execPath, ['--version'])
  await once(ended, 'exit')
  const running = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  try {
    const names = {
      dead: nameFor(`${ended.pid} 1`),
      alive: nameFor(readMark(Number(running.pid))),
      // Of a process that had the id of this one, as in a container, where all have the same.
      before: nameFor(`${process.pid} 1`),
      other: 'some-folder',
    }
    for (const name of Object.values(names)) mkdirSync(join(place, name))
    writeFileSync(join(place, names.dead, 'rest'), 'of a cut import')
    await removeLeftFolders()
    expect(readdirSync(place).sort()).toEqual([own, names.alive, names.other].sort())
  } finally {
    running.kill()
  }
})
