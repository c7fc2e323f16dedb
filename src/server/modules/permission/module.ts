import { defineModule } from '../define-module.ts'
import { type PermissionServices, permissionRoutes } from './routes.ts'

/** The menu and the permission codes of a user. */
export const permissionModule = defineModule<PermissionServices>({
  name: 'permission',
  routes: [permissionRoutes],
})
