import { defineModule } from '../define-module.ts'
import { savedQueryTables } from './migration.ts'
import { publishPermission, type SavedQueryServices, savedQueryRoutes } from './routes.ts'

/** The saved advanced queries of lists and reports: private, of a department, or public. */
export const savedQueryModule = defineModule<SavedQueryServices>({
  name: 'saved-query',
  routes: [savedQueryRoutes],
  permissions: [publishPermission],
  migrations: { '010-saved-queries': savedQueryTables },
})
