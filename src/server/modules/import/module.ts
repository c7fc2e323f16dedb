import { defineModule } from '../define-module.ts'
import { importTables } from './migration.ts'
import { importHistoryRoutes, type UndoServices } from './routes.ts'

/** The recent imports of each user, and undoing them. */
export const importModule = defineModule<UndoServices>({
  name: 'import',
  routes: [importHistoryRoutes],
  migrations: { '011-imports': importTables },
})
