import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { dataLogTable } from './migration.ts'
import { dataLogRoutes } from './routes.ts'

/** The versions of records. */
export const dataLogModule = defineModule<ReadServices>({
  name: 'data-log',
  routes: [dataLogRoutes],
  migrations: { '014-record-versions': dataLogTable },
})
