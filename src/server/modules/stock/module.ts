import type { PlatformServices } from '../../platform/services.ts'
import { lookupRoute } from '../../records/read/picker-lookup.ts'
import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { stockEffects } from './effects.ts'
import { goodsOfLine } from './lookup.ts'

/** The stock on hand: effects of bills, and the values from which a new line of a bill starts. */
export const stockModule = defineModule<Pick<PlatformServices, 'db'> & Pick<ReadServices, 'documents'>>({
  name: 'stock',
  routes: [(app, services) => lookupRoute(app, services, goodsOfLine)],
  effects: stockEffects,
  lookups: [goodsOfLine],
})
