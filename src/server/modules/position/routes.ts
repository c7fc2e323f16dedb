import type { Plugin } from '../../platform/http/route.ts'
import { aliasList } from '../../records/list-route.ts'

/** Positions in the format of pickers. */
export const positionRoutes: Plugin = (app, services) =>
  aliasList(app, services, '/sys/position/list', 'system/position')
