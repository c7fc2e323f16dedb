import { defineModule } from '../define-module.ts'
import { dueJob } from './due.ts'
import { leavingHook, standInHook } from './hooks.ts'
import { standInTable, workflowTables } from './migrations.ts'
import { managePermission, workflowRoutes } from './routes.ts'
import { type ReminderServices, reminderRoutes, settingPermission } from './setting-routes.ts'
import type { SimulationServices } from './simulate.ts'

/** What people do with the cases of workflows (records/workflow leads them). */
export const workflowModule = defineModule<SimulationServices & ReminderServices>({
  name: 'workflow',
  routes: [workflowRoutes, reminderRoutes],
  permissions: [managePermission, settingPermission],
  jobs: [dueJob],
  hooks: [standInHook, leavingHook],
  migrations: { '20261128-2325-workflows': workflowTables, '20261129-0440-workflow-stand-ins': standInTable },
})
