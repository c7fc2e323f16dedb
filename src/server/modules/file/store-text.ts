import { Readable } from 'node:stream'
import { appError } from '#runtime/kernel/errors.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { storeUpload } from './store.ts'

/** Stores a text that the server created as a file, and returns its path below /sys/common/static/. */
export async function storeText(
  { db, files }: Pick<PlatformServices, 'db' | 'files'>,
  { name, text, by }: { name: string; text: string; by: string },
): Promise<string> {
  const source = Readable.from([Buffer.from(text)])
  const stored = await storeUpload(db.app, files, { biz: 'import', name, source, by })
  if ('path' in stored) return stored.path
  throw appError('INTERNAL', { cause: new Error(`text file refused: ${stored.refused}`) })
}
