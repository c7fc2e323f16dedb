import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import { appError } from '../../../../runtime/kernel/errors.ts'
import { ok } from '../../http/envelope.ts'
import type { Plugin } from '../../http/route.ts'
import type { BaseServices } from '../../services.ts'
import { UploadQuery } from './shape.ts'
import { storedPath, storeUpload } from './store.ts'
import { isInline } from './types.ts'

const bizPattern = /^[a-z0-9]{1,20}$/

const textField = (field: unknown): string | undefined =>
  typeof field === 'object' && field !== null && 'value' in field && typeof field.value === 'string'
    ? field.value
    : undefined

const unreadable = (cause: unknown) => appError('BAD_PARAMETER', { values: { key: 'file' }, cause })
/** The parser's own errors have a status; what it reads from a torn body throws without one. */
const asRefusal = (error: unknown): never => {
  throw error instanceof Error && 'statusCode' in error ? error : unreadable(error)
}

/** Control characters and the like would end up in a header or turn the text round on a screen. */
const cleanName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}"\\/]/gu, '_').slice(-300)

/** Uploading, and reading what was uploaded: the random name is the right to read it. */
export const fileRoutes: Plugin<BaseServices> = (app, { db, config }) => {
  const folder = join(config.dataDir, 'files')
  const limit = config.uploadMaxMb
  app.register(multipart, {
    limits: { fileSize: limit * 1024 * 1024, files: 1, fields: 10, fieldSize: 1000, headerPairs: 50 },
    throwFileSizeLimit: false,
  })

  app.route<{ Querystring: UploadQuery }>({
    method: 'POST',
    url: '/sys/common/upload',
    config: { access: 'self' },
    schema: { querystring: UploadQuery },
    handler: async (request) => {
      const part = await request.file().catch(asRefusal)
      if (!part) throw appError('BAD_PARAMETER', { values: { key: 'file' } })
      const biz = textField(part.fields.biz) ?? request.query.biz ?? 'temp'
      if (!bizPattern.test(biz)) throw appError('BAD_PARAMETER', { values: { key: 'biz' } })
      const name = cleanName(part.filename)
      const stored = await storeUpload(db.app, folder, {
        biz,
        name,
        source: part.file,
        by: request.user.username,
      }).catch((error: unknown) => {
        throw part.file.errored ? unreadable(error) : error
      })
      if ('path' in stored) return ok(stored.path, stored.path)
      throw appError('BUSINESS', {
        text:
          stored.refused === 'type' ? '文件类型不允许' : `文件大小超出${limit}MB限制, 请压缩或降低文件质量! `,
      })
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
      const found = row && (await stat(join(folder, path)).catch(() => null))
      if (!row || !found?.isFile()) throw appError('NOT_FOUND')
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
      // The type is the row's. Ranges, conditions and HEAD are the library's.
      return reply.sendFile(path, folder, { contentType: false })
    },
  })
}
