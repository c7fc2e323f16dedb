import { appError } from '#runtime/kernel/errors.ts'
import { ok } from '../../platform/http/envelope.ts'
import { maxUploadBody } from '../../platform/http/limits/bounds.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { fileQuery } from './file-query.ts'
import { createReceiver, type UploadServices } from './receive.ts'
import { StaticQuery, UploadQuery } from './shape.ts'
import { isInline } from './types.ts'

/** Routes to upload files and to read them. Every user who knows the random name of a file may read it. */
export const fileRoutes: Plugin<UploadServices> = (app, services) => {
  const { db, config, files } = services
  const receive = createReceiver(app, services)
  app.route({
    method: 'POST',
    url: '/sys/common/upload',
    config: { access: 'self' },
    bodyLimit: maxUploadBody(config),
    schema: { querystring: UploadQuery },
    handler: async (request) => {
      const { path } = await receive(request, ({ biz }) => biz ?? request.query.biz ?? 'temp')
      return ok(path, path)
    },
  })

  app.route<{ Params: { '*': string }; Querystring: { view?: string } }>({
    method: 'GET',
    url: '/sys/common/static/*',
    exposeHeadRoute: true,
    config: { access: 'public' },
    schema: { querystring: StaticQuery },
    handler: async (request, reply) => {
      const path = request.params['*']
      const row = await fileQuery(db.app, path)?.select(['original_name', 'type']).executeTakeFirst()
      if (!row) throw appError('NOT_FOUND')
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
      const isShown =
        isInline(type) || request.headers.range !== undefined || request.query.view !== undefined
      if (!(await files.send(reply, path, isShown))) throw appError('NOT_FOUND')
      return reply
    },
  })
}
