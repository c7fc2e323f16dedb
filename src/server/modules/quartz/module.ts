import { defineModule } from '../define-module.ts'
import { type ExecuteServices, runTask } from './execute.ts'
import { quartzHook } from './hook.ts'
import { quartzTables } from './migration.ts'
import { reportWarning, type WarningServices } from './report-warning.ts'
import { type QuartzServices, quartzRoutes } from './routes.ts'
import { watchJob } from './watch.ts'

/** Jobs that administrators plan: their screen, the engine that carries them out, and the log of their runs. */
export const quartzModule = defineModule<QuartzServices & ExecuteServices & WarningServices>({
  name: 'quartz',
  routes: [quartzRoutes],
  hooks: (read) => [quartzHook(read)],
  jobs: [watchJob],
  tasks: [runTask],
  jobTypes: [reportWarning],
  migrations: { '20261129-0450-quartz': quartzTables },
})
