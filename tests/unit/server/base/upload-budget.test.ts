import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createUploadBudget, MAX_UPLOADS, MAX_UPLOADS_PER_PERSON } from '#server/modules/file/budget.ts'
import { createBaseServer, type TestServer } from './test-server.ts'
import { multipart, multipartHeaders, storedFiles, upload } from './uploading.ts'

const MEGABYTE = 1024 * 1024

let server: TestServer
let clerk: string
let admin: string
beforeAll(async () => {
  server = await createBaseServer({ uploadMaxMb: 1 })
  clerk = await server.enter('clerk')
  admin = await server.enter('admin')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  Object.assign(server.services.config, { uploadDayMb: 2000, uploadTotalMb: 0 })
  await sql`delete from sys_file`.execute(server.services.db.app)
})
afterAll(() => server?.close())

/** Inserts the row of a file that a user uploaded some days ago. */
const recordFile = (by: string, size: number, daysAgo = 0) =>
  sql`insert into sys_file (path, original_name, size, type, create_by, create_time)
    values (gen_random_uuid()::text, 'a', ${Math.round(size)}, 'text/plain', ${by}, now() - make_interval(days => ${daysAgo}))`.execute(
    server.services.db.app,
  )

const send = (token: string, size = 300_000) =>
  upload(server, token, { name: 'a.txt', content: 'x'.repeat(size), biz: 'budget' })

describe('the budget of uploads', () => {
  it('refuses an upload when its user has reached the limit of the day, and no other user’s', async () => {
    server.services.config.uploadDayMb = 2
    await recordFile('clerk', 100 * MEGABYTE, 1)
    await recordFile('admin', MEGABYTE)
    await recordFile('clerk', 1.5 * MEGABYTE)
    expect((await send(clerk)).status).toBe(200)
    const before = storedFiles(server, 'budget')
    expect((await send(clerk)).body).toMatchObject({
      code: 500,
      message: '您今天上传的文件将超过 2MB，请明天再上传或联系管理员',
    })
    expect(storedFiles(server, 'budget')).toEqual(before)
    expect((await send(admin)).status).toBe(200)
  })

  it('refuses all uploads when all files together reach the limit', async () => {
    server.services.config.uploadTotalMb = 2
    await recordFile('clerk', 1.9 * MEGABYTE, 300)
    expect((await send(admin)).body).toMatchObject({
      code: 500,
      message: '系统保存的文件将超过 2MB，不能再上传，请联系管理员',
    })
    expect((await send(admin, 100)).status).toBe(200)
  })

  it('counts unfinished uploads towards the limit of the day', async () => {
    const { db, config, files } = server.services
    const budget = createUploadBudget(db.app, { ...config, uploadDayMb: 2 }, files)
    const release = await budget.reserve('clerk', MEGABYTE)
    await budget.reserve('clerk', MEGABYTE)
    await expect(budget.reserve('clerk', 1)).rejects.toMatchObject({ code: 'UPLOAD_DAY_QUOTA' })
    await budget.reserve('admin', MEGABYTE)
    release()
    await budget.reserve('clerk', MEGABYTE)
  })

  it('allows a bounded number of simultaneous uploads in this server', async () => {
    const { db, config, files } = server.services
    const budget = createUploadBudget(db.app, config, files)
    const releases = await Promise.all(
      Array.from({ length: MAX_UPLOADS }, (_, n) =>
        budget.reserve(`u${Math.floor(n / MAX_UPLOADS_PER_PERSON)}`, 1),
      ),
    )
    await expect(budget.reserve('new', 1)).rejects.toMatchObject({ code: 'UPLOADS_BUSY' })
    releases[0]?.()
    await budget.reserve('new', 1)
  })
})

describe('a user', () => {
  const body = multipart('a.txt', 'x'.repeat(500_000), 'slow')

  /** Begins an upload and sends one half of its body. */
  async function begin(): Promise<Socket> {
    const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    const headers = { 'x-access-token': clerk, 'content-length': body.length, ...multipartHeaders }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /sys/common/upload HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines.join('')}\r\n`)
    socket.write(body.subarray(0, 250_000))
    return socket
  }
  const receiving = () => storedFiles(server, 'slow').filter((name) => name.endsWith('.part')).length
  async function beginMany(): Promise<Socket[]> {
    const sockets = await Promise.all(Array.from({ length: MAX_UPLOADS_PER_PERSON }, begin))
    await expect.poll(receiving).toBe(MAX_UPLOADS_PER_PERSON)
    return sockets
  }
  const statusOfNext = async (token: string) => (await send(token, 10)).status

  it('runs a few uploads at once and is refused further ones, while other users upload', async () => {
    const sockets = await beginMany()
    const { status, body: refusal } = await send(clerk, 10)
    expect([status, refusal.message]).toEqual([429, '同时上传的文件太多，请等前面的文件传完后重试'])
    expect(await statusOfNext(admin)).toBe(200)
    const answers = sockets.map((socket) => {
      socket.write(body.subarray(250_000))
      return text(socket)
    })
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(await statusOfNext(clerk)).toBe(200)
  })

  it('can upload again after unfinished uploads break off', async () => {
    const sockets = await beginMany()
    expect(await statusOfNext(clerk)).toBe(429)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => statusOfNext(clerk)).toBe(200)
    await expect.poll(receiving).toBe(0)
  })
})
