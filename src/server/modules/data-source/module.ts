import type { DataSources } from '../../reports/databases.ts'
import { defineModule } from '../define-module.ts'
import { openDataSources } from './data-sources.ts'
import { dataSourceHook } from './hook.ts'
import { dataSourceSecrets } from './migration.ts'
import { type DataSourceServices, dataSourceRoutes } from './routes.ts'

/** Other databases: their addresses are stored and tested, and reports that name one read from it. */
export const dataSourceModule = defineModule<DataSourceServices, { dataSources: DataSources }>({
  name: 'data-source',
  routes: [dataSourceRoutes],
  hooks: [dataSourceHook],
  open: (core) => ({ dataSources: openDataSources(core) }),
  close: ({ dataSources }) => dataSources.close(),
  migrations: { '20261123-0059-data-source-secrets': dataSourceSecrets },
})
