import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { entryHook } from './admin/entry-hook.ts'
import { entryRoutes } from './admin/entry-routes.ts'
import { menuRoutes } from './menu-routes.ts'
import { departRoles } from './migrations/depart-roles.ts'
import { entryKeys } from './migrations/entry-keys.ts'
import { menuEntryColumns } from './migrations/menu-entries.ts'
import { proposalOrigin } from './migrations/proposal-origin.ts'
import { roleHomePages } from './migrations/role-home-pages.ts'
import { roleProposals } from './migrations/role-proposals.ts'
import { dataRuleTables } from './migrations/role-rules.ts'
import { sampleEntries } from './migrations/sample-entries.ts'
import { type PermissionServices, permissionRoutes } from './routes.ts'

/** The menu with the editing of its entries, the permission codes of a user, and the grants that documents propose. */
export const permissionModule = defineModule<PermissionServices & RecordServices>({
  name: 'permission',
  routes: [permissionRoutes, menuRoutes, entryRoutes],
  hooks: [entryHook],
  migrations: {
    '20261122-2118-role-proposals': roleProposals,
    '20261122-2154-role-rules': dataRuleTables,
    '20261123-0027-menu-entries': menuEntryColumns,
    '20261123-0102-depart-roles': departRoles,
    '20261123-1105-role-home-pages': roleHomePages,
    '20261128-0805-entry-keys': entryKeys,
    '20261129-1905-sample-entries': sampleEntries,
    '20261130-0958-proposal-origin': proposalOrigin,
  },
})
