import type { PlatformServices } from '../../platform/services.ts'
import { defineModule } from '../define-module.ts'
import { categoryRoutes } from './routes.ts'

/** The category trees that staff maintain. */
export const categoryModule = defineModule<Pick<PlatformServices, 'db'>>({
  name: 'category',
  routes: [categoryRoutes],
})
