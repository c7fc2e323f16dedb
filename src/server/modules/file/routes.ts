import { stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { appError } from '#runtime/kernel/errors.ts'
import { maxUploadBody } from '../../platform/http/bounds.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { UploadBudget } from './budget.ts'
import { UploadQuery } from './shape.ts'
import { fileFolder, type Stored, storedPath, storeUpload } from './store.ts'
import { isInline } from './types.ts'

const refuse = defineRefusals({
  FILE_TYPE: '文件类型不允许',
  FILE_SIZE: '文件大小超出{limit}MB限制, 请压缩或降低文件质量! ',
})
const refuseUpload = defineRefusals(
  {
    FILE_MISSING: '参数无效：file',
    FILE_UNREADABLE: '参数无效：file',
    FILE_BIZ: '参数无效：biz',
  },
  'BAD_PARAMETER',
)

const bizPattern = /^[a-z0-9]{1,20}$/

const textField = (field: unknown): string | undefined =>
  typeof field === 'object' && field !== null && 'value' in field && typeof field.value === 'string'
    ? field.value
    : undefined

const unreadable = (cause: unknown) => refuseUpload('FILE_UNREADABLE', { cause })
/** The parser's own errors have a status; other errors come from a body that breaks off. */
const asRefusal = (error: unknown): never => {
  throw error instanceof Error && 'statusCode' in error ? error : unreadable(error)
}

/** Control characters would appear in a header or reverse the text on a screen. */
const cleanName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}"\\/]/gu, '_').slice(-300)

/**
 * Reads and discards the rest of a body, so that a client that sends before it reads receives the reason of the
 * refusal. After `max` further bytes the answer is sent anyway.
 */
async function discardBody(body: IncomingMessage, max: number): Promise<void> {
  if (body.readableEnded || body.destroyed) return
  await new Promise<void>((resolve) => {
    let remaining = max
    body.on('data', (chunk: Buffer) => {
      remaining -= chunk.length
      if (remaining < 0) resolve()
    })
    body.once('end', resolve)
    body.once('close', resolve)
    body.resume()
  })
}

/** Routes to upload files and to read them. Every user who knows the random name of a file may read it. */
export const fileRoutes: Plugin<Pick<PlatformServices, 'db' | 'config'> & { uploads: UploadBudget }> = (
  app,
  { db, config, uploads },
) => {
  const folder = fileFolder(config)
  const limit = config.uploadMaxMb
  const maxBytes = limit * 1024 * 1024
  app.register(multipart, {
    limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1000, headerPairs: 50 },
    throwFileSizeLimit: false,
  })

  async function receive(request: FastifyRequest<{ Querystring: UploadQuery }>, by: string): Promise<Stored> {
    const part = await request.file().catch(asRefusal)
    if (!part) throw refuseUpload('FILE_MISSING')
    const source = part.file
    try {
      const biz = textField(part.fields.biz) ?? request.query.biz ?? 'temp'
      if (!bizPattern.test(biz)) throw refuseUpload('FILE_BIZ')
      return await storeUpload(db.app, folder, { biz, name: cleanName(part.filename), source, by })
    } catch (error) {
      throw source.errored ? unreadable(error) : error
    } finally {
      // An unread part would block the rest of the body.
      source.resume()
    }
  }

  app.route<{ Querystring: UploadQuery }>({
    method: 'POST',
    url: '/sys/common/upload',
    config: { access: 'self' },
    bodyLimit: maxUploadBody(config),
    schema: { querystring: UploadQuery },
    handler: async (request) => {
      const { username } = request.user
      const length = Number(request.headers['content-length'] ?? maxBytes)
      let release: (() => void) | undefined
      try {
        release = await uploads.reserve(username, Math.min(length, maxBytes))
        const stored = await receive(request, username)
        if ('path' in stored) return ok(stored.path, stored.path)
        throw stored.refused === 'type' ? refuse('FILE_TYPE') : refuse('FILE_SIZE', { values: { limit } })
      } catch (error) {
        await discardBody(request.raw, maxBytes)
        throw error
      } finally {
        release?.()
      }
    },
  })

  app.route<{ Params: { '*': string } }>({
    method: 'GET',
    url: '/sys/common/static/*',
    config: { access: 'public' },
    handler: async (request, reply) => {
      const path = request.params['*']
      const row = storedPath.test(path)
        ? await db.app
            .selectFrom('sys_file')
            .select(['original_name', 'type'])
            .where('path', '=', path)
            .executeTakeFirst()
        : undefined
      const stats = row && (await stat(join(folder, path)).catch(() => null))
      if (!row || !stats?.isFile()) throw appError('NOT_FOUND')
      const type = String(row.type)
      const name = encodeURIComponent(String(row.original_name)).replace(
        /['()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16)}`,
      )
      reply.header('content-type', type === 'text/plain' ? 'text/plain; charset=utf-8' : type)
      reply.header(
        'content-disposition',
        `${isInline(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      )
      reply.header('content-security-policy', "sandbox; default-src 'none'")
      // The type comes from the row. The library handles ranges, conditions and HEAD.
      return reply.sendFile(path, folder, { contentType: false })
    },
  })
}
