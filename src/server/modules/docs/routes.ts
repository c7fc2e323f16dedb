import type { BaseServices } from '../../app/services.ts'
import type { Plugin } from '../../platform/http/route.ts'

/** The API description for signed-in users; absent in production. */
export const docsRoutes: Plugin<BaseServices> = (app, { config }) => {
  if (config.production) return
  app.route({
    method: 'GET',
    url: '/api-docs',
    config: { access: 'self' },
    schema: { hide: true },
    handler: async () => app.swagger(),
  })
}
