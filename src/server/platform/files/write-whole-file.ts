import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { appError } from '#runtime/kernel/errors.ts'
import { randomName } from '#runtime/kernel/random.ts'

/** The file that a part belongs to: `{file}.{random}.part` while it is received; null for another name. */
export const readPartTarget = (name: string): string | null =>
  /^(.+?)(\.[0-9a-f]{32})?\.part$/.exec(name)?.[1] ?? null

// EFBIG: a limit on the size of files. EROFS: Linux mounts a failing disk read-only.
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'])

/** A full disk as a refusal that its user understands; other errors as they are. */
export const asDiskRefusal = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && fullCodes.has(String(error.code))
    ? appError('STORAGE_FULL', { cause: error })
    : error

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
  // Each writer has a part of its own, and a killed one leaves nothing that stops the next.
  const part = `${target}.${randomName()}.part`
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const file = await open(part, 'wx', 0o600)
    // Network file systems report a full disk only when the file is closed.
    const size = await writeAll(file, chunks).finally(() => file.close())
    if (isTruncated()) return null
    await rename(part, target)
    return size
  } catch (error) {
    throw asDiskRefusal(error)
  } finally {
    await rm(part, { force: true })
  }
}
