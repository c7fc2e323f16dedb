import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepFiles } from '#server/modules/file/sweep.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { storedFiles, upload } from '../base/uploading.ts'

let server: TestServer
let clerk: string

beforeAll(async () => {
  server = await createBaseServer({})
  clerk = await server.enter('clerk')
})
afterAll(() => server?.close())

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8a5', noise: undefined } })
const store = async (name: string, content: Buffer | string) =>
  (await upload(server, clerk, { name, content, biz: 'pics' })).body.message
const read = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/sys/common/thumbnail/${path}`, headers })
const readState = async (path: string) => {
  const { rows } = await sql<{ thumbnail: string | null }>`
    select thumbnail from sys_file where path = ${path}`.execute(server.services.db.app)
  return rows[0]?.thumbnail
}
const remaining = (path: string) => existsSync(join(server.services.config.dataDir, 'files', path))

it('a picture has a small one, turned as its camera says, which is stored and cached', async () => {
  const path = await store(
    '书影.jpg',
    await draw(1200, 800).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  )
  expect(await readState(path)).toBeNull()
  const [first, same] = await Promise.all([read(path), read(path)])
  expect([first.statusCode, first.headers['content-type'], first.headers['x-content-type-options']]).toEqual([
    200,
    'image/webp',
    'nosniff',
  ])
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 171, height: 256 })
  expect(same.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(storedFiles(server, 'thumb')).toHaveLength(1)
  expect(first.headers['cache-control']).toBe('private, max-age=300')
  const { etag } = first.headers
  expect((await read(path, { 'if-none-match': String(etag) })).statusCode).toBe(304)
})

it('a lost small picture is made anew', async () => {
  const path = await store('a.png', await draw(300, 300).png().toBuffer())
  await read(path)
  const thumbnail = (await readState(path)) ?? ''
  rmSync(join(server.services.config.dataDir, 'files', thumbnail))
  expect((await read(path)).statusCode).toBe(200)
  expect(remaining(thumbnail)).toBe(true)
})

it('a broken picture, one that unpacks to too much, and other files have none, which is noted', async () => {
  const whole = await draw(400, 400).png().toBuffer()
  const broken = await store('a.png', whole.subarray(0, whole.length / 2))
  // 90 million pixels in a few kilobytes.
  const bomb = await store('b.png', await draw(10_000, 9_000).png({ compressionLevel: 9 }).toBuffer())
  const text = await store('c.txt', 'x')
  for (const path of [broken, bomb, text]) {
    expect((await read(path)).statusCode).toBe(404)
    expect(await readState(path)).toBe('')
  }
  expect((await read(`pics/${'0'.repeat(32)}.png`)).statusCode).toBe(404)
  expect((await read('../secret.key')).statusCode).toBe(404)
})

it('the sweep keeps small pictures, and removes those whose picture is gone', async () => {
  const { db, files } = server.services
  const [kept = '', gone = ''] = await Promise.all(
    ['a.png', 'b.png'].map(async (name) => store(name, await draw(300, 300).png().toBuffer())),
  )
  const thumbnails: string[] = []
  for (const path of [kept, gone]) {
    await read(path)
    thumbnails.push((await readState(path)) ?? '')
  }
  await sql`delete from sys_file where path = ${gone}`.execute(db.app)
  for (let number = 0; number < 20; number++) await store('a.txt', `${number}`)
  const list = files.list.bind(files)
  const old = {
    ...files,
    async *list() {
      for await (const { path } of list()) yield { path, age: 30 * 3_600_000 }
    },
  }
  expect(await sweepFiles(db.app, old)).toMatchObject({ nameless: 2 })
  expect(thumbnails.map(remaining)).toEqual([true, false])
})
