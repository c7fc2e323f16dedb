import type { Plugin } from '../../http/route.ts'
import type { BaseServices } from '../../services.ts'

/** The description of this API, for whoever is signed in; not there in production. */
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
