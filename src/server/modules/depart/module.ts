import { defineModule } from '../define-module.ts'
import { departClientRoutes } from './client-routes.ts'
import { departHook } from './hook.ts'
import { departCodes, departOrders } from './migration.ts'
import { type DepartServices, departRecordRoutes } from './record-routes.ts'
import { departRoutes } from './routes.ts'

/** Departments: their records, codes and trees. */
export const departModule = defineModule<DepartServices>({
  name: 'depart',
  routes: [departRoutes, departClientRoutes, departRecordRoutes],
  hooks: [departHook],
  migrations: { '20261122-2155-depart-codes': departCodes, '20261124-1739-depart-orders': departOrders },
})
