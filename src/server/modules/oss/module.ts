import type { Job } from '../../platform/jobs/jobs.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { countFileUses } from './file-uses.ts'
import { fileRecords } from './migration.ts'
import { type OssServices, ossRoutes } from './routes.ts'

const countUses: Job<Pick<PlatformServices, 'db' | 'log'> & Pick<ReadServices, 'documents'>> = {
  name: 'count-file-uses',
  // 04:10 in China.
  schedule: '10 20 * * *',
  catchUp: 24 * 3_600_000,
  async run({ db, documents, log }) {
    log.info({ unused: await countFileUses(db.app, documents) }, 'the uses of files were counted')
  },
}

/** The screen of all uploaded files. */
export const ossModule = defineModule<OssServices & Pick<PlatformServices, 'log'>>({
  name: 'oss',
  routes: [ossRoutes],
  jobs: [countUses],
  migrations: { '20261129-0825-file-records': fileRecords },
})
