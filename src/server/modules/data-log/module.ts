import type { PlatformServices } from '../../platform/services.ts'
import type { ReadServices, RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { dataLogTable, versionMoves, versionPartitions, versionTimes } from './migration.ts'
import { dataLogRoutes } from './routes.ts'
import { archiveOldVersions } from './sweep.ts'
import { createVersions } from './versions.ts'

/** The versions of records. */
export const dataLogModule = defineModule<ReadServices & PlatformServices, Pick<RecordServices, 'versions'>>({
  name: 'data-log',
  routes: [dataLogRoutes],
  jobs: [archiveOldVersions],
  open: ({ documents }) => ({ versions: createVersions(documents) }),
  migrations: {
    '20261122-2208-record-versions': dataLogTable,
    '20261123-0104-record-version-times': versionTimes,
    '20261124-2236-version-moves': versionMoves,
    '20261130-0943-contract-divide-versions': versionPartitions,
  },
})
