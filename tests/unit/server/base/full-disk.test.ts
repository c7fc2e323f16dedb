import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBaseServer, type TestServer } from './test-server.ts'
import { multipart, multipartHeaders, storedFiles, upload } from './uploading.ts'

interface Line {
  level: number
  err?: { stack: string }
}

let server: TestServer
let token: string
let port: number
const lines: Line[] = []
const log = pino(
  { level: 'error' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line)
      done()
    },
  }),
)

beforeAll(async () => {
  server = await createBaseServer({ uploadMaxMb: 40 }, [], log)
  token = await server.enter('clerk')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server?.close())

/** Makes the kernel refuse this process writes beyond `bytes` (EFBIG) while `work` runs. */
async function withFileLimit<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  const prlimit = (...args: string[]) =>
    execFileSync('prlimit', ['--pid', String(process.pid), ...args], { encoding: 'utf8' }).trim()
  const usual = prlimit('--fsize', '--output', 'SOFT', '--noheadings')
  prlimit(`--fsize=${bytes}:`)
  try {
    return await work()
  } finally {
    prlimit(`--fsize=${usual}:`)
  }
}

/** A client that reads the answer only after it has sent everything. */
async function sendFirst(body: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  await once(socket, 'connect')
  const headers = {
    host: 'localhost',
    connection: 'close',
    'x-access-token': token,
    'content-length': body.length,
    ...multipartHeaders,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /sys/common/upload HTTP/1.1\r\n${lines.join('')}\r\n`)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.write(body, () => resolve())
  })
  return await text(socket)
}

describe('an upload', () => {
  it('is read to its end and answered 磁盘空间不足 when the disk is full, and only the first one is logged', async () => {
    const body = multipart('a.txt', Buffer.alloc(30 * 1024 * 1024, 'x'), 'full')
    lines.length = 0
    const answer = await withFileLimit(100_000, () => sendFirst(body))
    await withFileLimit(100_000, () => sendFirst(body))
    expect(answer).toMatch(/^HTTP\/1\.1 507 /)
    expect(answer).toContain('"message":"磁盘空间不足，内容没有保存，请联系管理员清理磁盘后重试"')
    expect(lines.map(({ level, err }) => [level, err?.stack.includes('EFBIG')])).toEqual([[50, true]])
    expect(storedFiles(server, 'full')).toEqual([])
    expect((await upload(server, token, { name: 'a.txt', content: 'x' })).status).toBe(200)
  })

  it('is refused before it is read when the disk has too little space', async () => {
    const { config } = server.services
    await upload(server, token, { name: 'a.txt', content: 'x' })
    config.uploadReserveMb = 1e12
    const { status, body } = await upload(server, token, { name: 'a.txt', content: 'x', biz: 'reserve' })
    config.uploadReserveMb = 200
    expect([status, body.message]).toEqual([507, '磁盘空间不足，内容没有保存，请联系管理员清理磁盘后重试'])
    expect(storedFiles(server, 'reserve')).toEqual([])
  })

  it('is answered 磁盘空间不足 and leaves no file when the disk of the database is full', async () => {
    const { owner } = server.services.db
    await sql`create function disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(owner)
    await sql`create trigger disk_full before insert on sys_file execute function disk_full()`.execute(owner)
    const { status, body } = await upload(server, token, { name: 'a.txt', content: 'x', biz: 'database' })
    await sql`drop trigger disk_full on sys_file`.execute(owner)
    expect([status, body.code]).toEqual([507, 507])
    expect(body.message).toContain('磁盘空间不足')
    expect(storedFiles(server, 'database')).toEqual([])
  })
})
