import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

const source = fileURLToPath(new URL('./log-server.ts', import.meta.url))
let folder: string
/** Bundled like the product: a compiler beside it would share standard error and delay its writes. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'office-log-'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: source,
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'server.mjs' } },
    },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server that logs 10 KB for each request; `stderr` is the target of its log. */
async function startLogging(stderr: 'pipe' | number) {
  const stdio = ['ignore', 'pipe', stderr]
  const child = spawn(process.execPath, [join(folder, 'server.mjs')], { stdio } as SpawnOptions)
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const ready = new Promise<string>((resolve) =>
    child.stdout?.on('data', (chunk) => resolve(/http:\S+/.exec(String(chunk))?.[0] ?? '')),
  )
  const address = await Promise.race([ready, exited])
  if (typeof address !== 'string') throw new Error(`the server ended with ${address}`)
  return {
    stderr: child.stderr,
    /** Sends `count` requests and returns the number of answers. */
    async ask(count: number) {
      let answered = 0
      for (let sent = 0; sent < count; sent += 50) {
        const replies = await Promise.all(Array.from({ length: 50 }, () => fetch(address)))
        answered += replies.filter(({ status }) => status === 200).length
        await Promise.all(replies.map((reply) => reply.arrayBuffer()))
      }
      return answered
    },
    async stop() {
      child.kill('SIGTERM')
      return await exited
    },
  }
}

/** More than a pipe (64 KB), a socket (200 KB) and the waiting lines (1 MB) hold together. */
const enough = 300

it('log drops lines while the server answers and stops when its socket has no reader', async () => {
  const server = await startLogging('pipe')
  server.stderr?.pause()
  expect(await server.ask(enough)).toBe(enough)
  expect(await server.stop()).toBe(0)
})

it('log drops lines while the server answers and stops when its pipe has no reader', async () => {
  const fifo = join(folder, 'fifo')
  spawnSync('sh', ['-c', 'mkfifo "$1"', 'sh', fifo])
  // Opened in both directions, so that opening does not wait for a reader.
  const end = openSync(fifo, 'r+')
  onTestFinished(() => closeSync(end))
  const server = await startLogging(end)
  expect(await server.ask(enough)).toBe(enough)
  expect(await server.stop()).toBe(0)
})

it.runIf(process.platform === 'linux')(
  'server answers and stops when the disk of its log is full',
  async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const server = await startLogging(full)
    expect(await server.ask(100)).toBe(100)
    expect(await server.stop()).toBe(0)
  },
)

it('server answers and stops when the reader of its log has exited', async () => {
  const server = await startLogging('pipe')
  server.stderr?.destroy()
  expect(await server.ask(100)).toBe(100)
  expect(await server.stop()).toBe(0)
})

it('log reports the number of dropped lines when its reader continues', async () => {
  const server = await startLogging('pipe')
  server.stderr?.pause()
  await server.ask(enough)
  let text = ''
  server.stderr?.on('data', (chunk) => {
    text += chunk
  })
  server.stderr?.resume()
  await expect.poll(() => server.ask(50).then(() => text)).toMatch(/"dropped":\d+/)
  expect(await server.stop()).toBe(0)
  expect(Number(/"dropped":(\d+)/.exec(text)?.[1])).toBeLessThan(enough)
})

it('log writes every line when its target is a file', async () => {
  const file = join(folder, 'log')
  const fd = openSync(file, 'w')
  const server = await startLogging(fd)
  closeSync(fd)
  await server.ask(100)
  expect(await server.stop()).toBe(0)
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(100)
})
