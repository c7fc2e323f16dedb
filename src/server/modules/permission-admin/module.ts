import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { entryHook } from './entry-hook.ts'
import { entryRoutes } from './entry-routes.ts'

/**
 * The editing of the menu: its entries as records of the document `system/permission`. It is not a part of the module `permission`
 * because it writes the log of sessions, and sessions need the permissions.
 */
export const permissionAdminModule = defineModule<RecordServices>({
  name: 'permission-admin',
  routes: [entryRoutes],
  hooks: [entryHook],
})
