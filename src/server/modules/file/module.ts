import type { PlatformServices } from '../../platform/services.ts'
import { defineModule } from '../define-module.ts'
import type { UploadBudget } from './budget.ts'
import { fileRoutes } from './routes.ts'

/** Uploaded files. */
export const fileModule = defineModule<Pick<PlatformServices, 'db' | 'config'> & { uploads: UploadBudget }>({
  name: 'file',
  routes: [fileRoutes],
})
