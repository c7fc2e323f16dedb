import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Where uploaded files are: a folder, or a bucket of an S3 server. Paths have the form of `storedPath`. */
export interface FileStore {
  /**
   * Stores the chunks under a path, complete or not at all, and returns the number of bytes; null, and no file, when
   * `isTruncated` is true after the last chunk. Rejects with STORAGE_FULL or FILE_STORE_DOWN.
   */
  write(path: string, chunks: AsyncIterable<Buffer>, isTruncated?: () => boolean): Promise<number | null>
  /** The bytes of a file; null where there is none. */
  read(path: string): Promise<Readable | null>
  /** The number of bytes of a file; null where there is none. */
  size(path: string): Promise<number | null>
  remove(path: string): Promise<void>
  /** The files with their ages in milliseconds. */
  list(): AsyncIterable<{ path: string; age: number }>
  /** Removes what uploads that ended `age` milliseconds ago or more have left; returns its number. */
  removeParts(age: number): Promise<number>
  /** The bytes that can still be stored; infinite where that is not known. */
  freeBytes(): Promise<number>
  /**
   * Answers a request with a file or the range that it wants; false where there is no file. A file that is not `shown` in a
   * page may be answered with a short-lived address of it. The headers of the type and of the name are set before.
   */
  send(reply: FastifyReply, path: string, isShown: boolean): Promise<boolean>
}
