import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FileStore as PartStore } from '@tus/file-store'
import { Server, type Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import type { Config } from '../../platform/config.ts'
import { asDiskRefusal } from '../../platform/files/write-whole-file.ts'
import { failure, ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { logInfected } from './infected.ts'
import { refuseFile, requireBiz, type UploadServices } from './receive.ts'
import { FinishUploadBody, UploadParams } from './shape.ts'
import { cleanName, storeUpload } from './store.ts'
import { isAllowedName } from './types.ts'

const refuse = defineRefusals({
  UPLOAD_UNFINISHED: '文件还没有传完，请接着传',
  UPLOAD_GONE: '没有传完的文件只保留一天，这个已经清掉了，请重新上传',
})

/** The largest part that a client may send in one request. Proxies limit bodies too, so parts are small. */
const MAX_PART_BYTES = 16 * 1024 * 1024
const MEGABYTE = 1024 * 1024
/** The time in which an interrupted upload can be continued. */
const KEEP_MS = 24 * 3_600_000

const place = '/sys/common/resumable'
/** Tells the library who sends a request; what a client sends under this name does not reach it. */
const OWNER = 'x-upload-owner'
const protocolHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'content-type',
  'content-length',
]
const answerHeaders = ['tus-resumable', 'location', 'upload-offset', 'upload-length', 'upload-expires']

const read = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

/** The folder of uploads that are not finished. */
const partFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'uploads')

const openParts = (config: Pick<Config, 'dataDir'>) =>
  new PartStore({ directory: partFolder(config), expirationPeriodInMilliseconds: KEEP_MS })

/** Removes uploads that nobody has continued for a day; returns their number. */
export const removeOldUploads = async (config: Pick<Config, 'dataDir'>): Promise<number> =>
  await openParts(config).deleteExpired()

const envelopeText = ({ text }: AppError): string => JSON.stringify(failure(500, text))

/** A refusal in the form of the protocol's library, with the envelope as its body. */
const asTusError = (error: unknown) =>
  error instanceof AppError ? { status_code: 400, body: envelopeText(error) } : error

/** Reads the path of an upload that was stored before its client learned it. */
const findStored = async ({ db }: Pick<UploadServices, 'db'>, id: string, username: string) =>
  await db.app
    .selectFrom('sys_file')
    .select('path')
    .where('path', 'like', `%/${id}.%`)
    .where('create_by', '=', username)
    .executeTakeFirst()

/**
 * Uploads in parts by the tus protocol, which go on where they were interrupted. A finished one becomes a stored file by a
 * request of its own, so that its answer is that of every upload and may be asked for again.
 */
export const resumableRoutes: Plugin<UploadServices> = (app, services) => {
  const { db, config, files, uploads } = services
  const parts = openParts(config)
  const maxBytes = config.uploadResumableMb * MEGABYTE

  async function requireAcceptable(username: string, upload: Upload): Promise<void> {
    const { size = 0, metadata } = upload
    if (!isAllowedName(metadata?.filename ?? '')) throw refuseFile('FILE_TYPE')
    if (size > maxBytes) throw refuseFile('FILE_SIZE', { values: { limit: config.uploadResumableMb } })
    const release = await uploads.reserve(username, size)
    release()
  }

  const tus = new Server({
    path: place,
    datastore: parts,
    generateUrl: ({ url }, { id }) => `${new URL(url).pathname}/${id}`,
    onUploadCreate: async ({ headers }, upload) => {
      const by = decodeURIComponent(headers.get(OWNER) ?? '')
      try {
        await requireAcceptable(by, upload)
      } catch (error) {
        throw asTusError(error)
      }
      return { metadata: { filename: upload.metadata?.filename ?? null, by } }
    },
    async onResponseError({ method, url }, error) {
      const refusal = asDiskRefusal(error)
      if (!(refusal instanceof AppError)) return undefined
      // What fills the disk goes; a client does not try again after this status.
      if (method === 'PATCH') await parts.remove(new URL(url).pathname.split('/').at(-1) ?? '')
      return { status_code: 400, body: envelopeText(refusal) }
    },
  })

  /** Lets the library answer a request; its own refusals become envelopes. */
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { method, raw, user } = request
    const headers = new Headers({ [OWNER]: encodeURIComponent(user.username) })
    for (const name of protocolHeaders) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const body = method === 'PATCH' && { body: Readable.toWeb(raw) as BodyInit, duplex: 'half' as const }
    const url = new URL(request.originalUrl, 'http://localhost')
    const {
      status,
      headers: answered,
      text,
    } = await read(await tus.handleWeb(new Request(url, { method, headers, ...body })))
    for (const name of answerHeaders) {
      const value = answered.get(name)
      if (value !== null) reply.header(name, value)
    }
    reply.code(status)
    if (status < 400) return reply.send()
    const isEnvelope = text.startsWith('{')
    return reply
      .type('application/json; charset=utf-8')
      .send(isEnvelope ? text : failure(status, '上传的请求不完整或者次序不对，请重新选择文件上传'))
  }

  /** The upload with this id, which nobody but the person who began it may see. */
  async function requireOwn(id: string, username: string): Promise<Upload> {
    const upload = await parts.getUpload(id).catch(() => null)
    if (upload?.metadata?.by !== username) throw appError('NOT_FOUND')
    return upload
  }

  // The body goes to the disk as it comes: nothing reads it before.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))

  app.route({
    method: 'POST',
    url: place,
    config: { access: 'self' },
    handler: async (request, reply) => await answer(request, reply),
  })
  app.route({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${place}/:id`,
    config: { access: 'self' },
    bodyLimit: MAX_PART_BYTES,
    schema: { params: UploadParams },
    handler: async (request, reply) => {
      const { username } = request.user
      await requireOwn(request.params.id, username)
      if (request.method !== 'PATCH') return await answer(request, reply)
      const release = await uploads.reserve(username, Number(request.headers['content-length'] ?? 0))
      try {
        return await answer(request, reply)
      } finally {
        release()
      }
    },
  })
  app.route({
    method: 'POST',
    url: `${place}/:id/finish`,
    config: { access: 'self' },
    schema: { params: UploadParams, body: FinishUploadBody },
    handler: async (request) => {
      const { body, params, user } = request
      const { id } = params
      const { username } = user
      const upload = await parts.getUpload(id).catch(() => null)
      if (upload?.metadata?.by !== username) {
        const stored = await findStored({ db }, id, username)
        if (!stored) throw refuse('UPLOAD_GONE')
        return ok(stored.path, stored.path)
      }
      if (upload.offset !== upload.size) throw refuse('UPLOAD_UNFINISHED')
      const stored = await storeUpload(db.app, files, {
        biz: requireBiz(body.biz),
        id,
        name: cleanName(upload.metadata.filename ?? ''),
        source: parts.read(id),
        by: username,
        clamd: config.clamd,
      }).catch(async (error: unknown) => {
        if (await logInfected(db.app, request, error)) await parts.remove(id)
        throw error
      })
      await parts.remove(id)
      if ('refused' in stored) throw refuseFile('FILE_TYPE')
      return ok(stored.path, stored.path)
    },
  })
}
