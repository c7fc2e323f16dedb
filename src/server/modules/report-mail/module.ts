import { defineModule } from '../define-module.ts'
import { mailReport, type ReportMailServices } from './job-type.ts'

/** Reports and panels by mail, at the times of scheduled jobs. */
export const reportMailModule = defineModule<ReportMailServices>({
  name: 'report-mail',
  jobTypes: [mailReport],
})
