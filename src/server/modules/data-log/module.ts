import type { PlatformServices } from '../../platform/services.ts'
import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { dataLogTable, versionMoves, versionTimes } from './migration.ts'
import { dataLogRoutes } from './routes.ts'
import { oldVersionsJob } from './sweep.ts'

/** The versions of records. */
export const dataLogModule = defineModule<ReadServices & PlatformServices>({
  name: 'data-log',
  routes: [dataLogRoutes],
  jobs: [oldVersionsJob],
  migrations: {
    '014-record-versions': dataLogTable,
    '018-record-version-times': versionTimes,
    '048-version-moves': versionMoves,
  },
})
