import { defineModule } from '../define-module.ts'
import type { UploadServices } from './receive.ts'
import { fileRoutes } from './routes.ts'

/** Uploaded files. */
export const fileModule = defineModule<UploadServices>({
  name: 'file',
  routes: [fileRoutes],
})
