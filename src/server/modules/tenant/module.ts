import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { tenantHook } from './hooks.ts'
import { tenantRoutes } from './routes.ts'

/** The register of tenants. It only names them: no data is separated by tenant. */
export const tenantModule = defineModule<RecordServices>({
  name: 'tenant',
  routes: [tenantRoutes],
  hooks: [tenantHook],
})
