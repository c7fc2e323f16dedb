import type { PlatformServices } from '../../platform/services.ts'
import { addPartitions } from '../../platform/store/partitions/partitions.ts'
import { defineModule } from '../define-module.ts'
import { cleanLogs } from './clean-logs.ts'
import { maintenanceJobs } from './jobs.ts'

export const maintenanceModule = defineModule<PlatformServices>({
  name: 'maintenance',
  jobs: maintenanceJobs,
  jobTypes: [cleanLogs],
  // A server that was off for months makes what it missed. A table that is in use meanwhile waits for the job.
  seed: ({ db, log }) =>
    addPartitions(db.owner).then(
      () => undefined,
      (error: unknown) => log.error({ err: error }, 'partitions were not made'),
    ),
})
