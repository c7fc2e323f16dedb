import type { PlatformServices } from '../../platform/services.ts'
import { lookupRoute } from '../../records/read/picker-lookup.ts'
import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { goodsOfLine } from './lookup.ts'

/** The values from which a new line of a bill starts: the last price, and the stock on hand. */
export const stockModule = defineModule<Pick<PlatformServices, 'db'> & Pick<ReadServices, 'documents'>>({
  name: 'stock',
  routes: [(app, services) => lookupRoute(app, services, goodsOfLine)],
  lookups: [goodsOfLine],
})
