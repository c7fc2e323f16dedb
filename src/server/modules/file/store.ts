import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type ClamdAddress, scanChunks } from '../../platform/files/clamd.ts'
import type { FileStore } from '../../platform/files/contract.ts'
import type { Db } from '../../platform/store/database.ts'
import { databaseFailure } from '../../platform/store/failures.ts'
import { headBytes, judgeFile } from './types.ts'

export type Stored = { path: string } | { refused: 'type' | 'size' }

type Source = Readable & { truncated?: boolean }

/** The first bytes of a source, at least as many as wanted where it has them; the source stays open. */
export async function readHead(source: Readable, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length >= bytes) break
  }
  return Buffer.concat(chunks)
}

/** Head and rest of a source, which is not destroyed when the reader stops. */
async function* streamChunks(head: Buffer, source: Source): AsyncGenerator<Buffer> {
  yield head
  for await (const chunk of source.iterator({ destroyOnReturn: false })) yield chunk as Buffer
}

/** Control characters would appear in a header or reverse the text on a screen. */
export const cleanName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}"\\/]/gu, '_').slice(-300)

/**
 * Stores an upload under a generated name; the original name is only in the database. Rejects with STORAGE_FULL
 * or FILE_STORE_DOWN, with `clamd` also with FILE_INFECTED, SCAN_LIMIT or SCANNER_DOWN. After a refusal the source may be half read.
 */
export async function storeUpload(
  db: Db,
  files: FileStore,
  upload: {
    biz: string
    id?: string
    name: string
    source: Source
    by: string
    clamd?: ClamdAddress | undefined
  },
): Promise<Stored> {
  const { biz, id = randomBytes(16).toString('hex'), name, source, by, clamd } = upload
  const head = await readHead(source, headBytes)
  const kind = await judgeFile(name, head)
  if (!kind) return { refused: 'type' }
  const path = `${biz}/${id}.${kind.extension}`
  const whole = streamChunks(head, source)
  const chunks = clamd ? scanChunks(clamd, name, whole) : whole
  const size = await files.write(path, chunks, () => source.truncated === true)
  if (size === null) return { refused: 'size' }
  try {
    // An upload in parts may be finished twice at once: the file of this path is the same.
    await db
      .insertInto('sys_file')
      .values({ path, original_name: name.slice(0, 300), size, type: kind.type, create_by: by })
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute()
  } catch (error) {
    // After a lost connection the row may exist; the sweep removes the file if it does not.
    if (databaseFailure(error) !== 'gone') await files.remove(path)
    throw error
  }
  return { path }
}
