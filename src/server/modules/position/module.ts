import { defineModule } from '../define-module.ts'
import type { Dictionaries } from '../dict/interface.ts'
import { positionHook } from './hook.ts'
import { type PositionServices, positionRoutes } from './routes.ts'

/** Positions of staff. */
export const positionModule = defineModule<PositionServices & { dictionaries: Dictionaries }>({
  name: 'position',
  routes: [positionRoutes],
  hooks: (read) => [positionHook(read)],
})
