import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'

/** The description of this API, for signed-in users; absent in production. */
export const docsRoutes: Plugin<Pick<PlatformServices, 'config'>> = (app, { config }) => {
  if (config.production) return
  app.route({
    method: 'GET',
    url: '/api-docs',
    config: { access: 'self' },
    schema: { hide: true },
    handler: async () => app.swagger(),
  })
}
