import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readClamd, scanChunks } from '#server/platform/files/clamd.ts'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { storedFiles, upload } from '../base/uploading.ts'

/** The text by which virus scanners are tested, in pieces, so that they do not find this file. */
const virus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const folder = mkdtempSync(join(tmpdir(), 'office-clamd-'))
const path = join(folder, 'clamd.sock')

let clamd: ChildProcess
let server: TestServer
let clerk: string

/** Starts Debian's clamd with a database of one signature, and waits until it answers. */
async function startClamd(): Promise<ChildProcess> {
  mkdirSync(join(folder, 'signatures'))
  const hex = Buffer.from(virus).toString('hex')
  writeFileSync(join(folder, 'signatures/test.ndb'), `Office.Test:0:*:${hex}\n`)
  const settings = [
    `LocalSocket ${path}`,
    `DatabaseDirectory ${join(folder, 'signatures')}`,
    `TemporaryDirectory ${folder}`,
    'Foreground yes',
    'StreamMaxLength 3M',
  ]
  writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const child = spawn('/usr/sbin/clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  await vi.waitFor(() => expect(readdirSync(folder)).toContain('clamd.sock'), { timeout: 60_000 })
  return child
}

beforeAll(async () => {
  clamd = await startClamd()
  server = await createBaseServer({ clamd: { path }, uploadResumableMb: 8 })
  clerk = await server.enter('clerk')
})
afterAll(async () => {
  clamd?.kill()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

const send = async (name: string, content: Buffer | string, biz: string, to = server, by = clerk) =>
  (await upload(to, by, { name, content, biz })).body
const readLog = async () => {
  const { rows } = await sql<{ log_content: string; route: string }>`
    select log_content, route from sys_log where log_content like '上传被拒%' order by create_time`.execute(
    server.services.db.app,
  )
  return rows
}
const refusal = (name: string) =>
  `文件「${name}」含有病毒（Office.Test.UNOFFICIAL），没有保存。请先杀毒再上传；不是病毒的话请联系管理员`

it('a clean file is stored, and an infected one is refused, noted and leaves nothing', async () => {
  expect((await send('a.txt', '正文', 'clean')).success).toBe(true)
  expect((await send('b.txt', `${virus}\n`, 'ill')).message).toBe(refusal('b.txt'))
  expect(storedFiles(server, 'ill')).toEqual([])
  expect(await readLog()).toEqual([
    { log_content: `上传被拒：${refusal('b.txt')}`, route: '/sys/common/upload' },
  ])
})

it('an infected upload in parts is refused when it is finished, and its parts go', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const call = (method: string, url: string, headers: Record<string, string>, body?: string) =>
    fetch(new URL(url, `http://127.0.0.1:${port}`), {
      method,
      headers: { 'x-access-token': clerk, 'tus-resumable': '1.0.0', ...headers },
      ...(body !== undefined && { body }),
    })
  const text = `${'x'.repeat(2_000_000)}\n${virus}`
  const begun = await call('POST', '/sys/common/resumable', {
    'upload-length': String(text.length),
    'upload-metadata': `filename ${Buffer.from('c.txt').toString('base64')}`,
  })
  const place = begun.headers.get('location') ?? ''
  await call(
    'PATCH',
    place,
    { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    text,
  )
  const json = { 'content-type': 'application/json' }
  const finished = await call('POST', `${place}/finish`, json, JSON.stringify({ biz: 'ill' }))
  expect(((await finished.json()) as { message: string }).message).toBe(refusal('c.txt'))
  expect(storedFiles(server, 'ill')).toEqual([])
  expect(readdirSync(join(server.services.config.dataDir, 'uploads'))).toEqual([])
  expect(await readLog()).toHaveLength(2)
})

it('a file above the limit of the scanner is refused with its reason', async () => {
  expect((await send('a.txt', 'x'.repeat(4_000_000), 'long')).message).toContain('文件超过了查毒程序的上限')
  expect(storedFiles(server, 'long')).toEqual([])
})

it.each([
  ['answers again', 'PONG\0', '文件超过了查毒程序的上限'],
  ['is gone', '', '查毒程序没有应答'],
])('a scanner that cuts the stream without an answer, and %s', async (_case, pong, text) => {
  const scanner = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes: Buffer) =>
      bytes.includes('zPING') ? socket.end(pong) : socket.resetAndDestroy(),
    )
  })
  await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve))
  const { port } = scanner.address() as AddressInfo
  async function* chunks() {
    for (let at = 0; at < 3; at++) {
      yield Buffer.alloc(1000)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const scan = async () => {
    for await (const chunk of scanChunks({ host: '127.0.0.1', port }, 'a.txt', chunks()))
      expect(chunk.length).toBe(1000)
  }
  await expect(scan()).rejects.toThrow(text)
  scanner.close()
})

it('without an answer of the scanner nothing is stored', async () => {
  const other = await createBaseServer({ clamd: { host: '127.0.0.1', port: 1 } })
  try {
    const body = await send('a.txt', 'x', 'down', other, await other.enter('clerk'))
    expect(body.message).toBe('查毒程序没有应答，文件没有保存，请稍后重试；一直这样请联系管理员')
    expect(storedFiles(other, 'down')).toEqual([])
  } finally {
    await other.close()
  }
})

it('the setting is an address or a socket', () => {
  expect(readClamd(undefined)).toBeUndefined()
  expect(readClamd('tcp://clamav')).toEqual({ host: 'clamav', port: 3310 })
  expect(readClamd('unix:///run/clamd.ctl')).toEqual({ path: '/run/clamd.ctl' })
  expect(() => readClamd('clamav:3310')).toThrow('CLAMD_URL')
})
