import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { AnnouncementServices } from './routes.ts'

/** The numbers of unread messages, as version 3 of the contract's client reads them: in all, and by kind. */
export const unreadRoutes: Plugin<AnnouncementServices> = (app, { inbox }) => {
  app.get(
    '/sys/annountCement/getUnreadMessageCount',
    { config: { access: 'self', background: true } },
    async ({ user }) => {
      const { anntMsgTotal, sysMsgTotal } = (await inbox.read(user.id)).unread
      return ok({
        count: anntMsgTotal + sysMsgTotal,
        systemCount: anntMsgTotal + sysMsgTotal,
        flowCount: 0,
        fileCount: 0,
        planCount: 0,
      })
    },
  )
}
