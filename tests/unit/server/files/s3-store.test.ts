import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sweepFiles } from '#server/modules/file/sweep.ts'
import { readS3, type S3Config } from '#server/platform/s3-config.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { png, storedFiles, upload } from '../base/uploading.ts'

/** What the connection to the S3 server does: everything, refuse with 503, or end after half of a body. */
let line: 'whole' | 'refuse' | 'half' = 'whole'
let s3: S3rver
let proxy: Server
let server: TestServer
let token: string
let config: S3Config
const folder = mkdtempSync(join(tmpdir(), 'office-s3-'))

const readPort = (listening: Server) => (listening.address() as AddressInfo).port

beforeAll(async () => {
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'office', configs: [] }],
  })
  const { port } = (await s3.run()) as AddressInfo
  proxy = createServer((from, to) => {
    if (line === 'refuse') return to.writeHead(503).end()
    const passed = request(
      { port, host: '127.0.0.1', method: from.method, path: from.url, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 500, answer.headers)
        if (line === 'whole' || from.method !== 'GET') return answer.pipe(to)
        answer.once('data', (chunk: Buffer) =>
          to.write(chunk.subarray(0, chunk.length / 2), () => to.destroy()),
        )
      },
    )
    from.pipe(passed)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  config = {
    endpoint: `http://127.0.0.1:${readPort(proxy)}`,
    publicEndpoint: '',
    region: 'us-east-1',
    bucket: 'office',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  }
  server = await createBaseServer({ s3: config })
  token = await server.enter('clerk')
})
beforeEach(() => {
  line = 'whole'
})
afterAll(async () => {
  await server?.close()
  proxy?.close()
  await s3?.close()
  rmSync(folder, { recursive: true })
})

const store = async (content: Buffer | string, name: string, biz = 's3') =>
  (await upload(server, token, { name, content, biz })).body.message
const read = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: `/sys/common/static/${path}`, headers })

it('an upload is an object of the bucket, read whole and in ranges, and not a file of the disk', async () => {
  const path = await store('一二三四', 'a.txt')
  expect(path).toMatch(/^s3\/[0-9a-f]{32}\.txt$/)
  expect(storedFiles(server, 's3')).toEqual([])
  const whole = await read(path)
  expect([whole.statusCode, whole.body, whole.headers['content-type']]).toEqual([
    200,
    '一二三四',
    'text/plain; charset=utf-8',
  ])
  const part = await read(path, { range: 'bytes=3-5' })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '二', 'bytes 3-5/12'])
  expect((await read(path, { range: 'bytes=50-60' })).statusCode).toBe(416)
  expect((await read(`s3/${'0'.repeat(32)}.txt`)).statusCode).toBe(404)
})

it('a file above the size of a part is stored in parts, and a refused one leaves nothing', async () => {
  const content = Buffer.alloc(18 * 1024 * 1024, 'x')
  const path = await store(content, 'a.txt', 'parts')
  expect((await read(path)).rawPayload.equals(content)).toBe(true)
  expect(await store(Buffer.alloc(20 * 1024 * 1024 + 1, 'x'), 'b.txt', 'parts')).toContain(
    '文件大小超出20MB限制',
  )
  const paths = []
  for await (const { path } of server.services.files.list()) paths.push(path)
  expect(paths.filter((entry) => entry.startsWith('parts/'))).toEqual([path])
})

it('files from before the bucket are still read', async () => {
  const path = `old/${'1'.repeat(32)}.png`
  const disk = join(server.services.config.dataDir, 'files')
  mkdirSync(join(disk, 'old'), { recursive: true })
  writeFileSync(join(disk, path), png)
  await sql`insert into sys_file (path, original_name, size, type) values (${path}, '旧.png', 70, 'image/png')`.execute(
    server.services.db.app,
  )
  expect((await read(path)).rawPayload.equals(png)).toBe(true)
})

it('a server that refuses stores nothing, and says so; half a file ends as an error of the line', async () => {
  const content = Buffer.alloc(1_000_000, 'x')
  const path = await store(content, 'half.txt')
  line = 'refuse'
  const refused = await upload(server, token, { name: 'a.txt', content: 'x', biz: 'gone' })
  expect([refused.status, refused.body.message]).toEqual([
    503,
    '文件服务器没有应答，这次没有存成，也没有读到，请稍后重试；一直这样请联系管理员',
  ])
  expect((await read(path)).statusCode).toBe(503)
  const rows = await sql`select 1 from sys_file where path like 'gone/%'`.execute(server.services.db.app)
  expect(rows.rows).toEqual([])
  line = 'half'
  await expect(buffer((await server.services.files.read(path)) ?? Readable.from([]))).rejects.toThrow()
})

it('objects without a row are swept once they are old, and rows without an object are reported', async () => {
  const { db, files } = server.services
  const missing = `gone/${'2'.repeat(32)}.txt`
  await sql`insert into sys_file (path, original_name, size, type) values (${missing}, 'a.txt', 1, 'text/plain')`.execute(
    db.app,
  )
  const orphan = `s3/${'3'.repeat(32)}.txt`
  await files.write(orphan, Readable.from([Buffer.from('x')]))
  // Young: its row may follow.
  expect(await sweepFiles(db.app, files)).toMatchObject({ nameless: 0, missing: [missing] })
  for (let number = 0; number < 10; number++) await store(`${number}`, 'a.txt', 'many')
  const list = files.list.bind(files)
  const old = {
    ...files,
    async *list() {
      for await (const { path } of list()) yield { path, age: 30 * 3_600_000 }
    },
  }
  expect(await sweepFiles(db.app, old)).toMatchObject({ nameless: 1 })
  expect(await files.size(orphan)).toBeNull()
})

it('a download is sent to the address of the bucket for browsers, signed for five minutes; a picture is not', async () => {
  const open = await createBaseServer({ s3: { ...config, publicEndpoint: config.endpoint } })
  try {
    const own = await open.enter('clerk')
    const [text, picture] = await Promise.all(
      [
        { name: '长编.txt', content: '正文' },
        { name: 'a.png', content: png },
      ].map(async (file) => (await upload(open, own, { ...file, biz: 'open' })).body.message),
    )
    const get = (path: string | undefined) => open.app.inject(`/sys/common/static/${path}`)
    const sent = await get(text)
    expect(sent.statusCode).toBe(302)
    const address = new URL(String(sent.headers.location))
    expect(address.searchParams.get('X-Amz-Expires')).toBe('300')
    expect(address.searchParams.get('response-content-disposition')).toContain(encodeURIComponent('长编.txt'))
    expect((await get(picture)).rawPayload.equals(png)).toBe(true)
    // What a page shows comes from this server, whole or in ranges.
    expect((await get(`${text}?view=1`)).body).toBe('正文')
    const part = await open.app.inject({ url: `/sys/common/static/${text}`, headers: { range: 'bytes=3-5' } })
    expect([part.statusCode, part.body]).toEqual([206, '文'])
    // And what comes from the bucket is answered in ranges there.
    const there = await fetch(address, { headers: { range: 'bytes=0-2' } })
    expect([there.status, await there.text()]).toEqual([206, '正'])
  } finally {
    await open.close()
  }
})

it('settings without a bucket or keys are refused by their names', () => {
  expect(readS3({})).toBeUndefined()
  expect(() => readS3({ S3_ENDPOINT: 'http://s3:9000' })).toThrow('S3_BUCKET')
  expect(() => readS3({ S3_ENDPOINT: 's3:9000', S3_BUCKET: 'a' })).toThrow('S3_ENDPOINT')
})
