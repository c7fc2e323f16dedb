import { defineModule } from '../define-module.ts'
import { controlledColumns } from './column-migration.ts'
import { type ColumnServices, columnRoutes } from './column-routes.ts'
import { explainRoutes, inspectPermission } from './explain-routes.ts'
import { type GrantServices, grantRoutes } from './grant-routes.ts'
import { roleHomeRoutes } from './home-routes.ts'
import { roleHook } from './hook.ts'
import { type RoleServices, roleRoutes } from './routes.ts'
import { roleUserRoutes, roleUsersCode } from './user-routes.ts'

/** Roles: their records, their permissions and their users. */
export const roleModule = defineModule<RoleServices & GrantServices & ColumnServices>({
  name: 'role',
  routes: [roleRoutes, roleHomeRoutes, grantRoutes, columnRoutes, roleUserRoutes, explainRoutes],
  permissions: [
    inspectPermission,
    {
      owner: 'system/role',
      codes: [{ code: roleUsersCode, title: '用户' }],
      listCode: roleUsersCode,
    },
  ],
  hooks: [roleHook],
  migrations: { '20261123-0305-controlled-columns': controlledColumns },
})
