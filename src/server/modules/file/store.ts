import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../store/database.ts'
import { headBytes, judgeFile } from './types.ts'

/** The only shape a stored path can have; a request that asks for another is not looked up. */
export const storedPath = /^[a-z0-9]{1,20}\/[0-9a-f]{32}\.[a-z0-9]{1,5}$/

export type Stored = { path: string } | { refused: 'type' | 'size' }

async function readHead(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length >= headBytes) break
  }
  return Buffer.concat(chunks)
}

/** Streams an upload to its place under a name of our own; the original name goes to the database only. */
export async function storeUpload(
  db: Db,
  folder: string,
  upload: { biz: string; name: string; source: Readable & { truncated?: boolean }; by: string },
): Promise<Stored> {
  const { biz, name, source, by } = upload
  const head = await readHead(source)
  const kind = await judgeFile(name, head)
  if (!kind) {
    source.resume()
    return { refused: 'type' }
  }
  const path = `${biz}/${randomBytes(16).toString('hex')}.${kind.extension}`
  const target = join(folder, path)
  const parts = `${target}.part`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  let size = head.length
  const counted = new PassThrough()
  counted.write(head)
  source.on('data', (chunk: Buffer) => {
    size += chunk.length
  })
  // Opened first: a stream opens its file in its own time, maybe after a broken upload was cleared away.
  const file = await open(parts, 'wx', 0o600)
  try {
    await pipeline(source, counted, file.createWriteStream())
    if (source.truncated) return { refused: 'size' }
    await rename(parts, target)
  } finally {
    await rm(parts, { force: true })
  }
  await db
    .insertInto('sys_file')
    .values({ path, original_name: name.slice(0, 300), size, type: kind.type, create_by: by })
    .execute()
  return { path }
}
