import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '#server/platform/store/embedded/embedded.ts'
import { lockFolder } from '#server/platform/store/embedded/lock.ts'
import { makeSocketFolder, removeSocketFolder } from '#server/platform/store/embedded/socket-folder.ts'

/** The state of a process and its parent from Linux; null after its end. */
function readProcess(pid: number): { state: string; parent: number } | null {
  try {
    const [state = '', parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? []
    return { state, parent: Number(parent) }
  } catch {
    return null
  }
}
const listChildren = (pid: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0 && readProcess(one)?.parent === pid)

let temp: string
let home: string
let began: string | undefined
beforeAll(() => {
  temp = mkdtempSync(join(tmpdir(), 'office-embedded-'))
  // The database account needs access to the folder.
  chmodSync(temp, 0o711)
  home = join(temp, 'data')
  began = process.env.TMPDIR
  process.env.TMPDIR = join(temp, 'tmp')
  mkdirSync(process.env.TMPDIR, { mode: 0o711 })
})
afterAll(() => {
  if (began === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = began
  rmSync(temp, { recursive: true, force: true })
})

const lockFile = () => join(home, 'pg/postmaster.pid')
const postmaster = (): number => Number(readFileSync(lockFile(), 'utf8').split('\n')[0])

/** Kills the database processes like a machine that kills all processes; `spared` survives. */
function kill(server: EmbeddedServer, spared?: number): void {
  server.leave()
  const pid = postmaster()
  const all = [pid, ...listChildren(pid)].filter((one) => one !== spared)
  // Some child processes are short-lived and may have ended.
  for (const one of all) if (readProcess(one)) process.kill(one, 'SIGKILL')
}

// The processes that a killed one leaves are found in /proc.
const describeOnLinux = describe.runIf(process.platform === 'linux')

describeOnLinux('the embedded database', () => {
  it('starts at once after it was killed, and leaves no folder after a stop', async () => {
    let server = await startEmbedded(home)
    for (let round = 0; round < 2; round += 1) {
      kill(server)
      server = await startEmbedded(home)
    }
    await server.stop()
    expect(readdirSync(join(temp, 'tmp'))).toEqual([])
    expect(existsSync(server.socketDir)).toBe(false)
  })

  it('starts when the process id of the killed server belongs to another process', async () => {
    kill(await startEmbedded(home))
    const { uid, gid } = statSync(join(home, 'pg'))
    const stranger = spawn('sleep', ['600'], { uid, gid, cwd: '/' })
    onTestFinished(() => void stranger.kill())
    const lines = readFileSync(lockFile(), 'utf8').split('\n')
    writeFileSync(lockFile(), [stranger.pid, ...lines.slice(1)].join('\n'))
    const server = await startEmbedded(home)
    expect(postmaster()).not.toBe(stranger.pid)
    await server.stop()
  })

  it('waits until the last process of a killed server has ended', async () => {
    const first = await startEmbedded(home)
    const [late = 0] = listChildren(postmaster())
    process.kill(late, 'SIGSTOP')
    kill(first, late)
    const starting = startEmbedded(home)
    starting.catch(() => undefined)
    const log = () => readFileSync(join(home, 'postgres.log'), 'utf8')
    await expect.poll(log, { interval: 5 }).toContain('still in use')
    process.kill(late, 'SIGKILL')
    await (await starting).stop()
  })

  it('reports that it cannot start when its files are damaged', async () => {
    const control = join(home, 'pg/global/pg_control')
    const sound = readFileSync(control)
    writeFileSync(control, Buffer.alloc(sound.length))
    await expect(startEmbedded(home)).rejects.toThrow('内置数据库启动失败')
    writeFileSync(control, sound)
  })
})

describe('the socket folder', () => {
  it('is derived from the data folder when that path is too long for a socket address', () => {
    const long = join(temp, 'x'.repeat(100))
    const folder = makeSocketFolder(long, null)
    expect(folder.startsWith(join(temp, 'tmp'))).toBe(true)
    expect(makeSocketFolder(long, null)).toBe(folder)
    removeSocketFolder(folder)
    expect(existsSync(folder)).toBe(false)
  })

  it('has another name when the existing one is open to other users or a link', () => {
    const long = join(temp, 'y'.repeat(100))
    const folder = makeSocketFolder(long, null)
    chmodSync(folder, 0o777)
    const second = makeSocketFolder(long, null)
    expect(second).not.toBe(folder)
    expect(statSync(second).mode & 0o777).toBe(0o700)
    removeSocketFolder(folder)
    symlinkSync(second, folder)
    const third = makeSocketFolder(long, null)
    expect([folder, second]).not.toContain(third)
    for (const one of [second, third]) removeSocketFolder(one)
    rmSync(folder)
  })
})

describeOnLinux('the lock of the data folder', () => {
  it('is taken over when its owner was killed and the parent process has not reaped it', async () => {
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; wait'])
    onTestFinished(() => void parent.kill('SIGKILL'))
    const child = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text) => resolve(Number(text))),
    )
    const fields = readFileSync(`/proc/${child}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? []
    const folder = mkdtempSync(join(temp, 'lock-'))
    writeFileSync(join(folder, 'lock'), `${child} ${fields[19]}`)
    await expect(lockFolder(folder, { maxWaitMs: 0 })).rejects.toThrow(folder)
    // A stopped parent cannot wait for the exit of its child.
    parent.kill('SIGSTOP')
    await expect.poll(() => readProcess(Number(parent.pid))?.state, { interval: 5 }).toBe('T')
    process.kill(child, 'SIGKILL')
    await expect.poll(() => readProcess(child)?.state, { interval: 5 }).toBe('Z')
    const unlock = await lockFolder(folder)
    unlock()
  })
})
