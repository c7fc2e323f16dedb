import { defineModule } from '../define-module.ts'
import { designTables } from './migration.ts'
import { designPermissions } from './permissions.ts'
import { type DesignServices, designRoutes } from './routes.ts'

/** The designers of documents: drafts, revisions and releases. */
export const designModule = defineModule<DesignServices>({
  name: 'design',
  routes: [designRoutes],
  permissions: [designPermissions],
  migrations: { '020-designed-documents': designTables },
})
