import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
  const nameFor = (pid: number | undefined) => own.replace(String(process.pid), String(pid))
  const ended = spawn(process.execPath, ['--version'])
  await once(ended, 'exit')
  const running = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  try {
    const names = {
      dead: nameFor(ended.pid),
      alive: nameFor(running.pid),
      before: `${own}-before`,
      other: 'some-folder',
    }
    for (const name of Object.values(names)) mkdirSync(join(place, name))
    // Of a process that had the number of this one.
    utimesSync(join(place, names.before), 1, 1)
    writeFileSync(join(place, names.dead, 'rest'), 'of a cut import')
    await removeLeftFolders()
    expect(readdirSync(place).sort()).toEqual([own, names.alive, names.other].sort())
  } finally {
    running.kill()
  }
})
