import { openDocuments } from '../documents/open.ts'
import { documentRoutes } from '../documents/routes.ts'
import { registerAnnouncementEffects } from '../modules/announcement/effects.ts'
import { type Inbox, openInbox } from '../modules/announcement/inbox.ts'
import { announcementRoutes } from '../modules/announcement/routes.ts'
import { registerBillEffects } from '../modules/bill/effects.ts'
import { seedPeople } from '../modules/demo/people.ts'
import { seedDemo } from '../modules/demo/seed.ts'
import { departRoutes } from '../modules/depart/routes.ts'
import { positionRoutes } from '../modules/position/routes.ts'
import { roleRoutes } from '../modules/role/routes.ts'
import { registerStockEffects } from '../modules/stock/effects.ts'
import { stockRoutes } from '../modules/stock/routes.ts'
import { userRoutes } from '../modules/user/routes.ts'
import { createLive } from '../platform/live/live.ts'
import { addSockets, socketRoutes } from '../platform/live/sockets.ts'
import { tableSyncRoutes } from '../platform/live/table-sync.ts'
import { Effects } from '../records/effects.ts'
import { resourceRoutes } from '../records/routes.ts'
import { reportRoutes } from '../reports/routes.ts'
import { WholeReports } from '../reports/whole.ts'
import type { Services } from './services.ts'
import type { Content } from './start.ts'

export interface ContentServices extends Services {
  effects: Effects
  inbox: Inbox
  wholeReports: WholeReports
  stopWatching(): void
}

/** Documents, the routes that serve them, and the code behind registered names. */
export const content: Content<ContentServices> = {
  async open(base) {
    const effects = new Effects()
    registerStockEffects(effects)
    registerBillEffects(effects)
    registerAnnouncementEffects(effects, base.db)
    const live = createLive()
    const { documents, close } = await openDocuments(base, live)
    const inbox = await openInbox({ ...base, documents, live })
    const wholeReports = new WholeReports(base.db.report)
    const services = { ...base, documents, live, effects, inbox, wholeReports, stopWatching: close }
    if (base.config.demo) {
      await seedPeople(base.db)
      await seedDemo(services)
    }
    return services
  },
  routes: [
    documentRoutes,
    resourceRoutes,
    reportRoutes,
    stockRoutes,
    socketRoutes,
    tableSyncRoutes,
    userRoutes,
    roleRoutes,
    departRoutes,
    positionRoutes,
    announcementRoutes,
  ],
  extend: addSockets,
  close({ live, stopWatching }) {
    stopWatching()
    live.close()
  },
}
