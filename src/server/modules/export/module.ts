import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { ExportStore } from '../../records/excel/export/export-store.ts'
import { defineModule } from '../define-module.ts'
import { sweepTable } from '../maintenance/interface.ts'
import { cleanExports } from './clean-exports.ts'
import { exportFolder, removeOrphans } from './files.ts'
import { exportTable } from './migration.ts'
import { type ExportHistoryServices, exportHistoryRoutes } from './routes.ts'
import { createExportStore, EXPORT_DAYS, exportsOlderThan } from './store.ts'

const removeOldExports: Job<Pick<PlatformServices, 'db' | 'config' | 'log'>> = {
  name: 'remove-old-exports',
  schedule: '35 * * * *',
  catchUp: 3_600_000,
  async run({ db, config, log }, signal) {
    const removed = await sweepTable(db, exportsOlderThan(EXPORT_DAYS), signal)
    const files = await removeOrphans(db.app, exportFolder(config), signal)
    log.info({ removed, files }, 'old exports were removed')
  },
}

/** The long exports of each user, and their files. */
export const exportModule = defineModule<
  ExportHistoryServices & Pick<PlatformServices, 'log'>,
  { exportStore: ExportStore }
>({
  name: 'export',
  routes: [exportHistoryRoutes],
  jobs: [removeOldExports],
  jobTypes: [cleanExports],
  open: (core) => ({ exportStore: createExportStore(core) }),
  migrations: { '20261123-0105-exports': exportTable },
})
