import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { dueJob } from './due.ts'
import { workflowTables } from './migrations.ts'
import { managePermission, workflowRoutes } from './routes.ts'

/** What people do with the cases of workflows (records/workflow leads them). */
export const workflowModule = defineModule<RecordServices>({
  name: 'workflow',
  routes: [workflowRoutes],
  permissions: [managePermission],
  jobs: [dueJob],
  migrations: { '20261128-2325-workflows': workflowTables },
})
