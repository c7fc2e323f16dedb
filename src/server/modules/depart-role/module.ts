import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { departGrantRoutes } from './grant-records.ts'
import { departRoleHook } from './hook.ts'
import { departGrantIds } from './migration.ts'
import { departPermissionCode } from './own-departs.ts'
import { type DepartRoleServices, departPermissionRoutes, roleGrantCode } from './permission-routes.ts'
import { departRoleRoutes, roleUsersCode } from './role-routes.ts'
import { untickedRoutes } from './unticked-routes.ts'

/** Permissions of departments, and the roles by which they give them to their users. */
export const departRoleModule = defineModule<RecordServices & DepartRoleServices>({
  name: 'depart-role',
  routes: [departRoleRoutes, departPermissionRoutes, departGrantRoutes, untickedRoutes],
  hooks: [departRoleHook],
  permissions: [
    {
      owner: 'system/depart',
      codes: [
        { code: departPermissionCode, title: '部门权限' },
        { code: roleGrantCode, title: '部门角色授权', isForeign: true },
        { code: roleUsersCode, title: '部门角色用户', isForeign: true },
      ],
      listCode: departPermissionCode,
    },
  ],
  migrations: { '20261123-1103-depart-grant-ids': departGrantIds },
})
