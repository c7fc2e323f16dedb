import type { PlatformServices } from '../../platform/services.ts'
import { defineModule } from '../define-module.ts'
import { docsRoutes } from './routes.ts'

/** The description of the HTTP interface; absent in production. */
export const docsModule = defineModule<Pick<PlatformServices, 'config'>>({
  name: 'docs',
  routes: [docsRoutes],
})
