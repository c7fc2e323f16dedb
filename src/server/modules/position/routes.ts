import type { Plugin } from '../../platform/http/route.ts'
import { aliasList } from '../../records/list-route.ts'
import type { ReadServices } from '../../records/services.ts'

/** Positions as pickers read them. */
export const positionRoutes: Plugin<ReadServices> = (app, services) =>
  aliasList(app, services, '/sys/position/list', 'system/position')
