import { defineModule } from '../define-module.ts'
import { departHook } from './hook.ts'
import { departCodes } from './migration.ts'
import { type DepartServices, departRecordRoutes } from './record-routes.ts'
import { departRoutes } from './routes.ts'

/** Departments: their records, codes and trees. */
export const departModule = defineModule<DepartServices>({
  name: 'depart',
  routes: [departRoutes, departRecordRoutes],
  hooks: [departHook],
  migrations: { '013-depart-codes': departCodes },
})
