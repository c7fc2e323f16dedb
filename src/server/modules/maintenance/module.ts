import { defineModule } from '../define-module.ts'
import { cleanLogs } from './clean-logs.ts'
import { maintenanceJobs } from './jobs.ts'

export const maintenanceModule = defineModule({
  name: 'maintenance',
  jobs: maintenanceJobs,
  jobTypes: [cleanLogs],
})
