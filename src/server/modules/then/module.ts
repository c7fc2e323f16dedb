import type { PlatformServices } from '../../platform/services.ts'
import { defineModule } from '../define-module.ts'
import { change } from './change.ts'
import { dateJob } from './dates.ts'
import { make } from './make.ts'
import { dated, outcomes, webhooks } from './migrations.ts'
import { notify } from './notify/notify.ts'
import { type TrialServices, trialRoutes } from './notify/trial-route.ts'
import { callJob } from './webhook/call-job.ts'
import { webhookJob, webhookTask } from './webhook/deliver.ts'
import { planHost, webhook, webhookChannel } from './webhook/webhook.ts'

/** What happens after changes of records (`then` of screens). A further kind is one more entry of this list, of the shapes and of the checks. */
export const thenModule = defineModule<TrialServices & PlatformServices>({
  name: 'then',
  routes: [trialRoutes],
  consequences: [notify, make, change, webhook],
  jobs: [webhookJob, dateJob],
  tasks: [webhookTask],
  jobTypes: [callJob],
  migrations: {
    '20261128-0430-consequences': outcomes,
    '20261128-0505-webhooks': webhooks,
    '20261128-0515-dated': dated,
  },
  async seed({ db, log }) {
    // The schedule of the job plans what a failing request for a run leaves.
    const plan = (host: string) =>
      void planHost(db.app, host).catch((error: unknown) =>
        log.warn({ err: error }, 'webhooks wait for the schedule'),
      )
    await db.listen(webhookChannel, plan)
  },
})
