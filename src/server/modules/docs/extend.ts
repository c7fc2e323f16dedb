import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { apiPrefix } from '../../platform/http/route.ts'

/** OpenAPI from the schemas that validate the routes. The routes are listed under the prefix of the app. */
export function addDocumentation(app: FastifyInstance, config: Config): void {
  if (config.production) return
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: config.productTitle, version: '1' },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } } },
      security: [{ token: [] }],
    },
    transform: ({ schema, url }) => ({
      schema: url === '/healthz' ? { ...schema, hide: true } : (schema ?? {}),
      url: apiPrefix + url,
    }),
  })
}
