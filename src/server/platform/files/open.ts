import type { Config } from '../config.ts'
import type { FileStore } from './contract.ts'
import { openDiskStore } from './disk-store.ts'
import { fileFolder } from './paths.ts'

/** The store of uploaded files: the bucket of the S3 server that is configured, else the folder `files` of the data. */
export async function openFileStore(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStore> {
  const disk = openDiskStore(fileFolder(config))
  if (!config.s3) return disk
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(config.s3, disk)
}
