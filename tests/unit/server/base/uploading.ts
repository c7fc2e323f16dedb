import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, TestServer } from './test-server.ts'

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const mark = 'x-boundary-x'
const head = (rest: string) => Buffer.from(`--${mark}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`)

export const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${mark}` }

/** The body of an upload. */
export const multipart = (name: string, content: Buffer | string, biz?: string): Buffer =>
  Buffer.concat([
    ...(biz === undefined ? [] : [head('name="biz"'), Buffer.from(`${biz}\r\n`)]),
    head(`name="file"; filename="${name}"\r\nContent-Type: application/octet-stream`),
    Buffer.from(content),
    Buffer.from(`\r\n--${mark}--\r\n`),
  ])

/** Uploads without a socket, with only the first `length` bytes of the body. */
export const upload = (
  server: TestServer,
  token: string,
  file: { name: string; content: Buffer | string; biz?: string; length?: number },
): Promise<Answer> => {
  const payload = multipart(file.name, file.content, file.biz).subarray(0, file.length)
  return server.call('POST', '/sys/common/upload', { token, payload, headers: multipartHeaders })
}

/** The names of the files in a folder of the file store. */
export const storedFiles = (server: TestServer, biz: string): string[] => {
  const folder = join(server.services.config.dataDir, 'files', biz)
  return existsSync(folder) ? readdirSync(folder) : []
}
