import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { appError } from '#runtime/kernel/errors.ts'
import type { FileStore } from '../../platform/files/contract.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Db } from '../../platform/store/database.ts'
import { permitRefusal } from '../../platform/store/queue/concurrency.ts'
import { FairQueue } from '../../platform/store/queue/fair-queue.ts'
import { currentRequester } from '../../platform/store/requester.ts'
import { fileQuery } from './file-query.ts'
import type { UploadServices } from './receive.ts'

/** Twice the largest place of a thumbnail, for sharp screens. */
const EDGE_PIXELS = 256
/** Of the unpacked picture: a small file may unpack to gigabytes. Phones take pictures of 50 million. */
const MAX_PIXELS = 60_000_000
const MAX_BYTES = 50 * 1024 * 1024
const MAX_SECONDS = 15
/** Browsers ask again after this time: a file may be replaced. */
const CACHE_SECONDS = 300

/** The library, loaded with the first picture: on one core, without memory for later pictures, and only the readers of what may be uploaded. */
async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff'].map((kind) => `VipsForeignLoad${kind}`),
  })
  return sharp
}
let opened: ReturnType<typeof openSharp> | undefined

const turns = new FairQueue(
  { maxRunning: 1, maxRunningPerKey: 1, maxPending: 500, maxPendingPerKey: 200, maxWait: 60_000 },
  permitRefusal,
)

type Found = { path: string; type: string; size: number; thumbnail: string | null }

/** The small picture; null for a file that is no picture, or one that is broken or too large. */
async function shrink(bytes: Buffer): Promise<Buffer | null> {
  opened ??= openSharp()
  const sharp = await opened
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(EDGE_PIXELS, EDGE_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
  } catch {
    return null
  }
}

/** Makes the small picture of a file, stores it and returns its path; '' where there can be no such. */
async function makeThumbnail(db: Db, files: FileStore, { path, type, size }: Found): Promise<string> {
  const source = type.startsWith('image/') && size <= MAX_BYTES ? await files.read(path) : Readable.from([])
  if (!source) throw appError('NOT_FOUND')
  const small = await shrink(await buffer(source))
  // Derived from the path, so that two servers that make it at once store it once.
  const thumbnail = small ? `thumb/${path.slice(path.indexOf('/') + 1, path.lastIndexOf('.'))}.webp` : ''
  if (small) await files.write(thumbnail, Readable.from([small]))
  // Not of a picture that was replaced meanwhile.
  await db
    .updateTable('sys_file')
    .set({ thumbnail })
    .where('path', '=', path)
    .where('size', '=', size)
    .execute()
  return thumbnail
}

/** Small pictures of uploaded ones, made when they are first asked for. Every user who knows the random name of a file may read its. */
export const thumbnailRoutes: Plugin<UploadServices> = (app, { db, files }) => {
  const running = new Map<string, Promise<string>>()
  const make = (row: Found): Promise<string> => {
    const { key, signal } = currentRequester()
    const made =
      running.get(row.path) ??
      turns
        .run(key, () => makeThumbnail(db.app, files, row), signal())
        .finally(() => running.delete(row.path))
    running.set(row.path, made)
    return made
  }

  app.route<{ Params: { '*': string } }>({
    method: 'GET',
    url: '/sys/common/thumbnail/*',
    config: { access: 'public' },
    handler: async (request, reply) => {
      const path = request.params['*']
      const row = await fileQuery(db.app, path)
        ?.select(['path', 'type', 'size', 'thumbnail'])
        .executeTakeFirst()
      if (!row) throw appError('NOT_FOUND')
      const found = { ...row, size: Number(row.size) }
      const thumbnail = row.thumbnail ?? (await make(found))
      if (thumbnail === '') throw appError('NOT_FOUND')
      reply.header('content-type', 'image/webp')
      reply.header('content-disposition', 'inline')
      reply.header('content-security-policy', "sandbox; default-src 'none'")
      reply.header('cache-control', `private, max-age=${CACHE_SECONDS}`)
      if (await files.send(reply, thumbnail, true)) return reply
      // Its file is lost: it is made anew.
      if (!(await files.send(reply, await make(found), true))) throw appError('NOT_FOUND')
      return reply
    },
  })
}
