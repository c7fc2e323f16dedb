import type { Plugin } from '../../http/route.ts'
import { aliasList } from '../../resources/list-route.ts'

/** Positions as pickers read them. */
export const positionRoutes: Plugin = (app, services) =>
  aliasList(app, services, '/sys/position/list', 'system/position')
