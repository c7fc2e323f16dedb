import { defineModule } from '../define-module.ts'
import { dueJob } from './due.ts'
import { leavingHook, standInHook } from './hooks.ts'
import { opinionTables, standInTable, workflowChoices, workflowTables } from './migrations.ts'
import { phraseRoutes } from './opinion/phrase-routes.ts'
import { managePermission, type WorkflowServices, workflowRoutes } from './routes.ts'
import { type ReminderServices, reminderRoutes, settingPermission } from './setting-routes.ts'

/** What people do with the cases of workflows (records/workflow leads them). */
export const workflowModule = defineModule<WorkflowServices & ReminderServices>({
  name: 'workflow',
  routes: [workflowRoutes, reminderRoutes, phraseRoutes],
  permissions: [managePermission, settingPermission],
  jobs: [dueJob],
  hooks: [standInHook, leavingHook],
  migrations: {
    '20261128-2325-workflows': workflowTables,
    '20261129-0440-workflow-stand-ins': standInTable,
    '20261129-0752-workflow-opinions': opinionTables,
    '20261129-0802-workflow-choices': workflowChoices,
  },
})
