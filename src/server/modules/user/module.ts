import { defineModule } from '../define-module.ts'
import { addressListRoutes } from './address-list.ts'
import { administratorRoutes } from './administrators.ts'
import { agentHook } from './agent-hook.ts'
import { agentRoutes } from './agent-routes.ts'
import { userClientRoutes } from './client-routes.ts'
import { departUserRoutes } from './depart-users.ts'
import { userHook } from './hook.ts'
import { userFieldCodes, userForm } from './migration.ts'
import { passwordRoutes } from './password.ts'
import { recycleBinRoutes } from './recycle-bin.ts'
import { roleUserListRoute } from './role-users.ts'
import { userRoutes } from './routes.ts'
import { resetFactorRoutes } from './second-factor.ts'
import type { UserServices } from './services.ts'

/** Users: the records with their roles and departments, passwords, the recycle bin, and look-ups of clients. */
export const userModule = defineModule<UserServices>({
  name: 'user',
  routes: [
    userRoutes,
    userClientRoutes,
    departUserRoutes,
    roleUserListRoute,
    addressListRoutes,
    recycleBinRoutes,
    passwordRoutes,
    resetFactorRoutes,
    administratorRoutes,
    agentRoutes,
  ],
  hooks: (read) => [userHook(read), agentHook],
  migrations: { '20261122-2157-user-form': userForm, '20261123-1106-user-field-codes': userFieldCodes },
})
