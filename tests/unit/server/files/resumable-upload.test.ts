import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_UPLOADS_PER_PERSON } from '#server/modules/file/budget.ts'
import { storeUpload } from '#server/modules/file/store.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { storedFiles } from '../base/uploading.ts'

let server: TestServer
let clerk: string
let reader: string
let origin: string
const place = '/jeecg-boot/sys/common/resumable'

beforeAll(async () => {
  server = await createBaseServer({ uploadResumableMb: 4 })
  ;[clerk, reader] = [await server.enter('clerk'), await server.enter('reader')]
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server?.close())

const send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: BodyInit,
  token = clerk,
) =>
  fetch(origin + path, {
    method,
    headers: { 'x-access-token': token, 'tus-resumable': '1.0.0', ...headers },
    ...(body !== undefined && { body }),
  })
const create = (name: string, length: number, token = clerk) =>
  send(
    'POST',
    place,
    {
      'upload-length': String(length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
    undefined,
    token,
  )
const patch = (path: string, offset: number, body: Uint8Array<ArrayBuffer> | ReadableStream, token = clerk) =>
  send(
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
    token,
  )
const finish = async (path: string, biz = 'temp', token = clerk) => {
  const answer = await send(
    'POST',
    `${path}/finish`,
    { 'content-type': 'application/json' },
    JSON.stringify({ biz }),
    token,
  )
  return (await answer.json()) as { success: boolean; message: string }
}
const begin = async (name: string, length: number): Promise<string> => {
  const answer = await create(name, length)
  expect(answer.status).toBe(201)
  return new URL(answer.headers.get('location') ?? '', origin + place).pathname
}
const text = (bytes: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(randomBytes(bytes / 2).toString('hex')))

it('an upload that was cut goes on where it stopped, and is stored whole', async () => {
  const content = text(3 * 1024 * 1024)
  const path = await begin('长编.txt', content.length)
  expect((await patch(path, 0, content.subarray(0, 1_000_000))).status).toBe(204)
  expect(await finish(path)).toMatchObject({ success: false, message: '文件还没有传完，请接着传' })
  const head = await send('HEAD', path, {})
  expect(head.headers.get('upload-offset')).toBe('1000000')
  // A part at the wrong place changes nothing.
  expect((await patch(path, 5, content.subarray(5, 10))).status).toBe(409)
  expect((await patch(path, 1_000_000, content.subarray(1_000_000))).status).toBe(204)
  const { message } = await finish(path, 'whole')
  expect(message).toMatch(/^whole\/[0-9a-f]{32}\.txt$/)
  const stored = await fetch(`${origin}/sys/common/static/${message}`)
  expect(Buffer.from(await stored.arrayBuffer()).equals(Buffer.from(content))).toBe(true)
  expect(stored.headers.get('content-disposition')).toContain(encodeURIComponent('长编.txt'))
  // Nothing of the parts is left, and the answer can be asked for again.
  expect(readdirSync(join(server.services.config.dataDir, 'uploads'))).toEqual([])
  expect((await finish(path, 'whole')).message).toBe(message)
  expect(storedFiles(server, 'whole')).toHaveLength(1)
})

it('an upload that is finished twice at once is stored once, and both requests learn its path', async () => {
  const content = text(2000)
  const path = await begin('a.txt', content.length)
  await patch(path, 0, content)
  const answers = await Promise.all([finish(path, 'twice'), finish(path, 'twice')])
  expect(answers.map(({ success }) => success)).toEqual([true, true])
  expect(answers[0]?.message).toBe(answers[1]?.message)
  expect(storedFiles(server, 'twice')).toHaveLength(1)
})

it('a file whose row another server has written stays', async () => {
  const { db, files } = server.services
  const id = 'ab'.repeat(16)
  const store = () =>
    storeUpload(db.app, files, {
      biz: 'rows',
      id,
      name: 'a.txt',
      source: Readable.from([Buffer.from('x')]),
      by: 'clerk',
    })
  expect(await store()).toEqual({ path: `rows/${id}.txt` })
  expect(await store()).toEqual({ path: `rows/${id}.txt` })
  expect(storedFiles(server, 'rows')).toHaveLength(1)
})

it('unfinished uploads count towards the limit of the day with their whole size, once', async () => {
  const { config, db } = server.services
  await sql`delete from sys_file`.execute(db.app)
  for (const name of readdirSync(join(config.dataDir, 'uploads')))
    rmSync(join(config.dataDir, 'uploads', name))
  config.uploadDayMb = 4
  const [size, content] = [3 * 1024 * 1024, text(3 * 1024 * 1024)]
  const path = await begin('a.txt', size)
  const refused = await create('b.txt', size)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('您今天上传的文件将超过 4MB'),
  ])
  expect((await create('b.txt', size, reader)).status).toBe(201)
  expect((await patch(path, 0, content)).status).toBe(204)
  expect((await finish(path)).success).toBe(true)
  expect((await create('b.txt', size)).status).toBe(400)
  config.uploadDayMb = 2000
})

it('an upload is finished within the budget', async () => {
  const { config, uploads } = server.services
  const path = await begin('a.txt', 10)
  await patch(path, 0, text(10))
  config.uploadReserveMb = Number.MAX_SAFE_INTEGER
  expect((await finish(path)).message).toContain('磁盘空间不足')
  config.uploadReserveMb = 0
  const releases = await Promise.all(
    Array.from({ length: MAX_UPLOADS_PER_PERSON }, () => uploads.reserve('clerk', 1)),
  )
  expect((await finish(path)).message).toContain('同时上传的文件太多')
  for (const release of releases) release()
  expect((await finish(path)).success).toBe(true)
})

it('a range of a stored film is answered with that range', async () => {
  const content = text(2000)
  const path = await begin('a.txt', content.length)
  await patch(path, 0, content)
  const { message } = await finish(path)
  const part = await fetch(`${origin}/sys/common/static/${message}`, { headers: { range: 'bytes=10-19' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/2000'])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from(content.subarray(10, 20)))
})

it('nobody else sees, continues, finishes or ends an upload', async () => {
  const path = await begin('a.txt', 10)
  expect((await send('HEAD', path, {}, undefined, reader)).status).toBe(404)
  expect((await patch(path, 0, text(10), reader)).status).toBe(404)
  expect((await send('DELETE', path, {}, undefined, reader)).status).toBe(404)
  expect((await finish(path, 'temp', reader)).message).toContain('请重新上传')
  expect((await send('HEAD', path, {}, undefined, '')).status).toBe(401)
  await patch(path, 0, text(10))
  const { message } = await finish(path)
  expect((await finish(path, 'temp', reader)).success).toBe(false)
  expect(existsSync(join(server.services.config.dataDir, 'files', message))).toBe(true)
})

it('a name or a size that is not allowed is refused before anything is sent, a false content at the end', async () => {
  const refusal = async (answer: Response) => ((await answer.json()) as { message: string }).message
  expect(await refusal(await create('a.exe', 10))).toBe('文件类型不允许')
  expect(await refusal(await create('a.txt', 5 * 1024 * 1024))).toContain('文件大小超出4MB限制')
  const path = await begin('a.pdf', 10)
  await patch(path, 0, text(10))
  expect(await finish(path, '../etc')).toMatchObject({ success: false })
  expect(await finish(path)).toMatchObject({ success: false, message: '文件类型不允许' })
  expect(readdirSync(join(server.services.config.dataDir, 'uploads'))).not.toContain(path.split('/').at(-1))
})

it('the sender of an upload cannot name another person as its owner', async () => {
  const metadata = `filename ${Buffer.from('a.txt').toString('base64')},by ${Buffer.from('reader').toString('base64')}`
  const answer = await send('POST', place, { 'upload-length': '4', 'upload-metadata': metadata })
  const id = answer.headers.get('location')?.split('/').at(-1) ?? ''
  const stored = readFileSync(join(server.services.config.dataDir, 'uploads', `${id}.json`), 'utf8')
  expect(JSON.parse(stored)).toMatchObject({ metadata: { by: 'clerk' } })
})
