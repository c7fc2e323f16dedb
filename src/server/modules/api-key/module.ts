import type { KeyAuthenticator } from '../../platform/services.ts'
import type { RecordRouteServices } from '../../records/record-routes.ts'
import { defineModule } from '../define-module.ts'
import { apiKeyHook } from './hook.ts'
import { openApiKeys } from './keys.ts'
import { apiKeyTables } from './migration.ts'
import { apiKeyRoutes } from './routes.ts'

/** Keys by which programs read and write the records of some screens, within the rights of who made them. */
export const apiKeyModule = defineModule<RecordRouteServices, { apiKeys: KeyAuthenticator }>({
  name: 'api-key',
  routes: [apiKeyRoutes],
  hooks: [apiKeyHook],
  open: (core) => ({ apiKeys: openApiKeys(core) }),
  migrations: { '20261129-0805-api-keys': apiKeyTables },
})
