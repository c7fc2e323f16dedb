import { defineModule } from '../define-module.ts'
import { stockEffects } from './effects.ts'
import { type StockServices, stockLookup, stockRoutes } from './routes.ts'

/** The stock on hand: effects of bills, and the values from which a new line of a bill starts. */
export const stockModule = defineModule<StockServices>({
  name: 'stock',
  routes: [stockRoutes],
  effects: stockEffects,
  lookups: [stockLookup],
})
