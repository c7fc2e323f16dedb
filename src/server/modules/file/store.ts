import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { appError } from '#runtime/kernel/errors.ts'
import type { Db } from '../../platform/store/database.ts'
import { databaseFailure } from '../../platform/store/failures.ts'
import { headBytes, judgeFile } from './types.ts'

/** The suffix of a file while it is being received. */
export const partSuffix = '.part'

export type Stored = { path: string } | { refused: 'type' | 'size' }

type Source = Readable & { truncated?: boolean }

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

// EFBIG: a limit on the size of files. EROFS: Linux mounts a failing disk read-only.
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'])

const asRefusal = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && fullCodes.has(String(error.code))
    ? appError('STORAGE_FULL', { cause: error })
    : error

/** Head and rest of a source, which is not destroyed when the reader stops. */
async function* streamChunks(head: Buffer, source: Source): AsyncGenerator<Buffer> {
  yield head
  for await (const chunk of source.iterator({ destroyOnReturn: false })) yield chunk as Buffer
}

/** Writes the chunks and returns the number of bytes. */
async function writeAll(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<number> {
  let size = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length
      yield chunk
    }
  }
  await writeFile(file, counted())
  return size
}

/**
 * Writes the chunks to `target`, which appears complete or not at all, and returns the number of bytes; null, and no
 * file, when `isTruncated` is true after the last chunk. Rejects with STORAGE_FULL when the disk is full.
 */
export async function writeWholeFile(
  target: string,
  chunks: AsyncIterable<Buffer>,
  isTruncated = () => false,
): Promise<number | null> {
  const part = `${target}${partSuffix}`
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const file = await open(part, 'wx', 0o600)
    // Network file systems report a full disk only when the file is closed.
    const size = await writeAll(file, chunks).finally(() => file.close())
    if (isTruncated()) return null
    await rename(part, target)
    return size
  } catch (error) {
    throw asRefusal(error)
  } finally {
    await rm(part, { force: true })
  }
}

/**
 * Stores an upload under a generated name; the original name is only in the database. Rejects with STORAGE_FULL
 * when the disk is full. After a refusal the source may be half read.
 */
export async function storeUpload(
  db: Db,
  folder: string,
  upload: { biz: string; name: string; source: Source; by: string },
): Promise<Stored> {
  const { biz, name, source, by } = upload
  const head = await readHead(source)
  const kind = await judgeFile(name, head)
  if (!kind) return { refused: 'type' }
  const path = `${biz}/${randomBytes(16).toString('hex')}.${kind.extension}`
  const target = join(folder, path)
  const size = await writeWholeFile(target, streamChunks(head, source), () => source.truncated === true)
  if (size === null) return { refused: 'size' }
  try {
    await db
      .insertInto('sys_file')
      .values({ path, original_name: name.slice(0, 300), size, type: kind.type, create_by: by })
      .execute()
  } catch (error) {
    // After a lost connection the row may exist; the sweep removes the file if it does not.
    if (databaseFailure(error) !== 'gone') await rm(target, { force: true })
    throw error
  }
  return { path }
}
