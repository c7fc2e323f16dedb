import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { storedPath } from '#runtime/kernel/text/stored-path.ts'
import type { Config } from '../../config.ts'
import { openDiskStore } from '../../files/disk-store.ts'
import { fileFolder } from '../../files/paths.ts'
import { writeWholeFile } from '../../files/write-whole-file.ts'
import { BackupError } from '../backup-error.ts'

/** Where one archive is. */
export interface ArchivePlace {
  /** Stores the chunks, complete or not at all, and returns the number of bytes. Refuses to replace an archive. */
  write(chunks: AsyncIterable<Buffer>): Promise<number | null>
  /** The bytes from the beginning. */
  read(): Promise<AsyncIterable<Uint8Array>>
}

const address = /^s3:\/\/([^/]+)\/(.+)$/

/** A file, or `s3://bucket/key` on the S3 server of the settings. */
export async function openPlace(
  config: Pick<Config, 'dataDir' | 's3'>,
  target: string,
): Promise<ArchivePlace> {
  const [, bucket = '', key = ''] = address.exec(target) ?? []
  if (bucket !== '') return openS3Place(config, bucket, key)
  if (/^[a-z0-9]+:\/\//i.test(target))
    throw new BackupError(`${target} is neither a file nor an address of the form s3://bucket/key.`)
  const file = resolve(target)
  return {
    async write(chunks) {
      if (existsSync(file)) throw new BackupError(`${file} exists already; a back-up replaces no file.`)
      return await writeWholeFile(file, chunks)
    },
    async read() {
      const stats = await stat(file).catch(() => null)
      if (!stats?.isFile()) throw new BackupError(`There is no file ${file}.`)
      return createReadStream(file)
    },
  }
}

async function openS3Place(
  config: Pick<Config, 'dataDir' | 's3'>,
  bucket: string,
  key: string,
): Promise<ArchivePlace> {
  if (!config.s3)
    throw new BackupError(
      `s3://${bucket}/${key} needs the settings S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY.`,
    )
  // The sweep of abandoned uploads would remove it.
  if (bucket === config.s3.bucket && storedPath.test(key))
    throw new BackupError(
      `s3://${bucket}/${key} has the form of an uploaded file; choose another name or bucket.`,
    )
  const { openS3Store } = await import('../../files/s3-store.ts')
  const store = openS3Store({ ...config.s3, bucket }, openDiskStore(fileFolder(config)))
  return {
    async write(chunks) {
      if ((await store.size(key)) !== null)
        throw new BackupError(`s3://${bucket}/${key} exists already; a back-up replaces no file.`)
      return await store.write(key, chunks)
    },
    async read() {
      const stream = await store.read(key)
      if (!stream) throw new BackupError(`There is no s3://${bucket}/${key}.`)
      return stream
    },
  }
}
