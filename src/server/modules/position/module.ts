import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { positionRoutes } from './routes.ts'

/** Positions of staff. */
export const positionModule = defineModule<ReadServices>({
  name: 'position',
  routes: [positionRoutes],
})
