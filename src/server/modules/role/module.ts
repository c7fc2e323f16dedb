import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { roleRoutes } from './routes.ts'

/** Roles as pickers read them. */
export const roleModule = defineModule<ReadServices>({
  name: 'role',
  routes: [roleRoutes],
})
