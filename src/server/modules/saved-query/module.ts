import { defineModule } from '../define-module.ts'
import { savedQueryTables, savedViewTables } from './migration.ts'
import { publishPermission, type SavedQueryServices, savedQueryRoutes } from './routes.ts'

/** The saved advanced queries and views of lists and reports: private, of a department, or public. */
export const savedQueryModule = defineModule<SavedQueryServices>({
  name: 'saved-query',
  routes: [savedQueryRoutes],
  permissions: [publishPermission],
  migrations: {
    '20261122-1948-saved-queries': savedQueryTables,
    '20261124-0547-saved-views': savedViewTables,
  },
})
