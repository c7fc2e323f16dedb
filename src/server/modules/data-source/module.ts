import { defineModule } from '../define-module.ts'
import { dataSourceHook } from './hook.ts'
import { dataSourceSecrets } from './migration.ts'
import { type DataSourceServices, dataSourceRoutes } from './routes.ts'

/** The addresses of other databases. They are stored and tested; nothing reads from them. */
export const dataSourceModule = defineModule<DataSourceServices>({
  name: 'data-source',
  routes: [dataSourceRoutes],
  hooks: [dataSourceHook],
  migrations: { '018-data-source-secrets': dataSourceSecrets },
})
