import { defineModule } from '../define-module.ts'
import { maintenanceJobs } from './jobs.ts'

export const maintenanceModule = defineModule({ name: 'maintenance', jobs: maintenanceJobs })
