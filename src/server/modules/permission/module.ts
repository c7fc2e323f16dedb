import { defineModule } from '../define-module.ts'
import { departRoles } from './depart-role-migration.ts'
import { menuEntryColumns } from './entry-migration.ts'
import { roleHomePages } from './home-migration.ts'
import { menuRoutes } from './menu-routes.ts'
import { roleProposals } from './migration.ts'
import { type PermissionServices, permissionRoutes } from './routes.ts'
import { dataRuleTables } from './rule-migration.ts'

/** The menu and the permission codes of a user, and the grants that documents propose. */
export const permissionModule = defineModule<PermissionServices>({
  name: 'permission',
  routes: [permissionRoutes, menuRoutes],
  migrations: {
    '012-role-proposals': roleProposals,
    '012-role-rules': dataRuleTables,
    '015-menu-entries': menuEntryColumns,
    '018-depart-roles': departRoles,
    '035-role-home-pages': roleHomePages,
  },
})
