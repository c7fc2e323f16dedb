import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createBaseServer, type TestServer } from '../base/test-server.ts'
import { storedFiles, upload } from '../base/uploading.ts'

const mounted: string[] = []
let server: TestServer
let clerk: string

/** A disk of a few megabytes in the place of a folder of the data; mounting takes the rights of root. */
function mountDisk(name: string, megabytes: number): boolean {
  const folder = join(server.services.config.dataDir, name)
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  mounted.push(folder)
  return true
}

beforeAll(async () => {
  server = await createBaseServer({ uploadReserveMb: 0, uploadResumableMb: 20 })
  clerk = await server.enter('clerk')
})
afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync('umount', ['-l', folder])
})
afterAll(async () => {
  // The refused body is not read to its end, and its connection would be waited for.
  server?.app.server.closeAllConnections()
  await server?.close()
})

const full = '磁盘空间不足，内容没有保存，请联系管理员清理磁盘后重试'

it('an upload that fills the disk is refused with its reason, and its half is removed', async ({ skip }) => {
  if (!mountDisk('files', 3)) skip()
  const content = 'x'.repeat(4 * 1024 * 1024)
  const answer = await upload(server, clerk, { name: 'a.txt', content, biz: 'full' })
  expect([answer.status, answer.body.message]).toEqual([507, full])
  expect(storedFiles(server, 'full')).toEqual([])
  expect((await upload(server, clerk, { name: 'b.txt', content: 'x', biz: 'full' })).body.success).toBe(true)
})

it('a part that fills the disk is refused with its reason, and the parts before it are removed', async ({
  skip,
}) => {
  if (!mountDisk('uploads', 3)) skip()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const call = (method: string, url: string, headers: Record<string, string>, body?: string) =>
    fetch(new URL(url, `http://127.0.0.1:${port}`), {
      method,
      headers: { 'x-access-token': clerk, 'tus-resumable': '1.0.0', ...headers },
      ...(body !== undefined && { body }),
    })
  const text = 'x'.repeat(5 * 1024 * 1024)
  const begun = await call('POST', '/sys/common/resumable', {
    'upload-length': String(text.length),
    'upload-metadata': `filename ${Buffer.from('c.txt').toString('base64')}`,
  })
  const place = begun.headers.get('location') ?? ''
  const type = 'application/offset+octet-stream'
  const sent = await call('PATCH', place, { 'upload-offset': '0', 'content-type': type }, text)
  expect(((await sent.json()) as { message: string }).message).toBe(full)
  expect(readdirSync(join(server.services.config.dataDir, 'uploads'))).toEqual([])
})
