import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { tenantClientRoutes } from './client-routes.ts'
import { tenantHook } from './hooks.ts'
import { tenantRoutes } from './routes.ts'

/** The register of tenants. Tables with `tenant` in their document separate the records of tenants. */
export const tenantModule = defineModule<RecordServices>({
  name: 'tenant',
  routes: [tenantRoutes, tenantClientRoutes],
  hooks: [tenantHook],
})
