import { defineClientModule } from '#client/modules/client-module.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The rights and roles of departments. */
export const departModule = defineClientModule({
  actionViews: {
    'depart-permissions': lazyPart(async () => (await import('./DepartPermissions.tsx')).DepartPermissions),
    'depart-role-grants': lazyPart(async () => (await import('./DepartRoleGrants.tsx')).DepartRoleGrants),
    'depart-role-users': lazyPart(async () => (await import('./DepartRoleUsers.tsx')).DepartRoleUsers),
  },
})
