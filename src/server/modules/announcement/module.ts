import type { PlatformServices } from '../../platform/services.ts'
import { defineModule } from '../define-module.ts'
import { archiveOldMessages } from './archive.ts'
import { announcementEffects } from './effects.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { recipientRoutes } from './recipient-routes.ts'
import { reminder } from './reminder.ts'
import { type AnnouncementServices, announcementRoutes } from './routes.ts'
import { type SystemMessage, sendSystemMessages } from './send-message.ts'
import { unreadRoutes } from './unread-routes.ts'

/** Announcements and the inbox of each user. */
export const announcementModule = defineModule<
  AnnouncementServices & PlatformServices,
  { inbox: Inbox; notifyUser(message: SystemMessage): Promise<void> }
>({
  name: 'announcement',
  routes: [announcementRoutes, recipientRoutes, unreadRoutes],
  effects: announcementEffects,
  jobs: [archiveOldMessages],
  jobTypes: [reminder],
  open: async (core) => ({
    inbox: await openInbox(core),
    notifyUser: (message) => sendSystemMessages(core.db, message),
  }),
})
