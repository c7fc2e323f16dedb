import type { ExportServices } from '../../records/excel/export-route.ts'
import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { positionRoutes } from './routes.ts'

/** Positions of staff. */
export const positionModule = defineModule<RecordServices & ExportServices>({
  name: 'position',
  routes: [positionRoutes],
})
