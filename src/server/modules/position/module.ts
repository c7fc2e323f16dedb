import { defineModule } from '../define-module.ts'
import { type PositionServices, positionRoutes } from './routes.ts'

/** Positions of staff. */
export const positionModule = defineModule<PositionServices>({
  name: 'position',
  routes: [positionRoutes],
})
