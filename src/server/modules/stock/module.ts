import type { PlatformServices } from '../../platform/services.ts'
import { defineModule } from '../define-module.ts'
import { stockEffects } from './effects.ts'
import { stockRoutes } from './routes.ts'

/** The stock on hand: effects of bills, and the values from which a new line of a bill starts. */
export const stockModule = defineModule<Pick<PlatformServices, 'db'>>({
  name: 'stock',
  routes: [stockRoutes],
  effects: stockEffects,
  lookups: ['btgOrder.getspinfobefore'],
})
