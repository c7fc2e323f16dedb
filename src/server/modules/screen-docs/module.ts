import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { screenDocsRoutes } from './routes.ts'

/** The description of the records of each screen in OpenAPI. */
export const screenDocsModule = defineModule<ReadServices>({
  name: 'screen-docs',
  routes: [screenDocsRoutes],
})
