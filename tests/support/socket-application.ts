import { application } from '#server/app/application.ts'
import type { Application } from '#server/app/compose.ts'
import type { BaseServices } from '#server/app/services.ts'
import { keyChain } from '#server/modules/audit/interface.ts'
import { doctorRoutes } from '#server/modules/monitor/doctor-route.ts'
import { createLive, type Live } from '#server/platform/live/live.ts'
import { addSockets, socketRoutes } from '#server/platform/live/sockets.ts'
import { baseRoutes } from './base-application.ts'

/** The routes without documents and the live sockets, on the tables of the whole product: it starts in a second. */
export const socketApplication: Application<BaseServices & { live: Live }> = {
  async open(base) {
    await keyChain(base)
    return { ...base, live: createLive() }
  },
  routes: [...baseRoutes, socketRoutes, doctorRoutes],
  extend: addSockets,
  close: ({ live }) => live.close(),
  jobs: [],
  migrations: application.migrations,
}
