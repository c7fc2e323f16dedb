import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'
import { defineModule } from '../define-module.ts'
import { sweepTable } from '../maintenance/interface.ts'
import { receipts } from './migration.ts'
import { publicFormRoutes } from './routes.ts'
import type { PublicFormServices } from './submit.ts'

const removeOldReceipts: Job<Pick<PublicFormServices, 'db'>> = {
  name: 'remove-old-receipts',
  schedule: '50 19 * * *',
  catchUp: 24 * 3_600_000,
  async run({ db }, signal) {
    await sweepTable(db, { table: 'sys_public_receipt', isOld: sql`expires < now()` }, signal)
  },
}

/** Public forms (`public` of screens): filled in without an account, followed by a secret link. */
export const publicFormModule = defineModule<PublicFormServices>({
  name: 'public-form',
  routes: [publicFormRoutes],
  jobs: [removeOldReceipts],
  migrations: { '20261128-0810-public-receipts': receipts },
})
