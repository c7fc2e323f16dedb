import { Readable } from 'node:stream'
import { Server, type Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import { asDiskRefusal } from '../../platform/files/write-whole-file.ts'
import { failure, ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { logInfected } from './infected.ts'
import { openParts } from './parts.ts'
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

  function requireAcceptable({ size = 0, metadata }: Upload): void {
    if (!isAllowedName(metadata?.filename ?? '')) throw refuseFile('FILE_TYPE')
    if (size > maxBytes) throw refuseFile('FILE_SIZE', { values: { limit: config.uploadResumableMb } })
  }

  const createPart = parts.create.bind(parts)
  parts.create = async (upload) => {
    // Reserved until it is counted among the unfinished uploads.
    const release = await uploads
      .reserve(upload.metadata?.by ?? '', upload.size ?? 0)
      .catch((error: unknown) => {
        throw asTusError(error)
      })
    try {
      return await createPart(upload)
    } finally {
      release()
    }
  }
  /** The other of two requests, or the library, may have removed it. */
  const removePart = (id: string): Promise<void> => parts.remove(id).catch(() => undefined)

  const tus = new Server({
    path: place,
    datastore: parts,
    generateUrl: ({ url }, { id }) => `${new URL(url).pathname}/${id}`,
    onUploadCreate: async ({ headers }, upload) => {
      const by = decodeURIComponent(headers.get(OWNER) ?? '')
      try {
        requireAcceptable(upload)
      } catch (error) {
        throw asTusError(error)
      }
      return { metadata: { filename: upload.metadata?.filename ?? null, by } }
    },
    async onResponseError({ method, url }, error) {
      const refusal = asDiskRefusal(error)
      if (!(refusal instanceof AppError)) return undefined
      // What fills the disk goes; a client does not try again after this status.
      if (method === 'PATCH') await removePart(new URL(url).pathname.split('/').at(-1) ?? '')
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
      const { size = 0, offset } = await requireOwn(request.params.id, username)
      if (request.method !== 'PATCH') return await answer(request, reply)
      // A part without a length has at most what is missing.
      const missing = Math.min(size - offset, MAX_PART_BYTES)
      const release = await uploads.reserve(
        username,
        Number(request.headers['content-length'] ?? missing),
        true,
      )
      try {
        return await answer(request, reply)
      } finally {
        release()
      }
    },
  })

  /** Makes a stored file of an upload, or finds that which it has become, and returns its path. */
  async function finishUpload(request: FastifyRequest, id: string, biz: string): Promise<string> {
    const { username } = request.user
    const upload = await parts.getUpload(id).catch(() => null)
    if (upload?.metadata?.by !== username) {
      const stored = await findStored({ db }, id, username)
      if (!stored) throw refuse('UPLOAD_GONE')
      return stored.path
    }
    if (upload.offset !== upload.size) throw refuse('UPLOAD_UNFINISHED')
    const folder = requireBiz(biz)
    const release = await uploads.reserve(username, upload.size, true)
    try {
      const stored = await storeUpload(db.app, files, {
        biz: folder,
        id,
        name: cleanName(upload.metadata.filename ?? ''),
        source: parts.read(id),
        by: username,
        clamd: config.clamd,
      }).catch(async (error: unknown) => {
        if (await logInfected(db.app, request, error)) await removePart(id)
        throw error
      })
      await removePart(id)
      if ('refused' in stored) throw refuseFile('FILE_TYPE')
      return stored.path
    } finally {
      release()
    }
  }

  /** What is being finished: a second request for the same upload has the same answer. */
  const finishing = new Map<string, Promise<string>>()
  app.route({
    method: 'POST',
    url: `${place}/:id/finish`,
    config: { access: 'self' },
    schema: { params: UploadParams, body: FinishUploadBody },
    handler: async (request) => {
      const { body, params, user } = request
      const key = `${params.id} ${user.username}`
      const running = finishing.get(key) ?? finishUpload(request, params.id, body.biz)
      finishing.set(key, running)
      try {
        const path = await running
        return ok(path, path)
      } finally {
        finishing.delete(key)
      }
    },
  })
}
