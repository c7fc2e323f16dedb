import { join } from 'node:path'
import { FileConfigstore, FileStore as PartStore } from '@tus/file-store'
import type { Config } from '../../platform/config.ts'

/** The time in which an interrupted upload can be continued. */
const KEEP_MS = 24 * 3_600_000

type InFolder = Pick<Config, 'dataDir'>

/** The folder of uploads that are not finished. */
const partFolder = ({ dataDir }: InFolder): string => join(dataDir, 'uploads')

export const openParts = (config: InFolder): PartStore =>
  new PartStore({ directory: partFolder(config), expirationPeriodInMilliseconds: KEEP_MS })

/** Removes uploads that nobody has continued for a day; returns their number. */
export const removeOldUploads = async (config: InFolder): Promise<number> =>
  await openParts(config).deleteExpired()

/** The bytes that unfinished uploads will have, by the users who began them. */
export async function readOpenBytes(config: InFolder): Promise<ReadonlyMap<string, number>> {
  const store = new FileConfigstore(partFolder(config))
  const bytes = new Map<string, number>()
  // There is no folder before the first upload.
  for (const id of await store.list().catch(() => [])) {
    // One that has ended meanwhile is not found any more.
    const upload = await store.get(id)
    const by = upload?.metadata?.by ?? ''
    bytes.set(by, (bytes.get(by) ?? 0) + (upload?.size ?? 0))
  }
  return bytes
}
