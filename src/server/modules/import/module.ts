import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { ImportRouteServices } from '../../records/excel/import-route.ts'
import { defineModule } from '../define-module.ts'
import { sweepTable } from '../maintenance/interface.ts'
import { importOutcomes, importTables } from './migration.ts'
import { importHistoryRoutes, type UndoServices } from './routes.ts'
import { createImportLog, oldImports } from './store.ts'

const removeOldImports: Job<Pick<PlatformServices, 'db' | 'log'>> = {
  name: 'remove-old-imports',
  // 03:50 in China.
  schedule: '50 19 * * *',
  catchUp: 24 * 3_600_000,
  async run({ db, log }, signal) {
    const removed = await sweepTable(db, oldImports, signal)
    log.info({ removed }, 'old imports were removed')
  },
}

/** The recent imports of each user, and undoing them. */
export const importModule = defineModule<UndoServices, Pick<ImportRouteServices, 'importLog'>>({
  name: 'import',
  routes: [importHistoryRoutes],
  jobs: [removeOldImports],
  open: ({ db }) => ({ importLog: createImportLog(db.app) }),
  migrations: {
    '20261122-2047-imports': importTables,
    '20261128-1140-import-outcomes': importOutcomes,
  },
})
