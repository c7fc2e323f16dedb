import { defineModule } from '../define-module.ts'
import { announcementEffects } from './effects.ts'
import { recipientRoutes } from './recipient-routes.ts'
import { type AnnouncementServices, announcementRoutes } from './routes.ts'
import { unreadRoutes } from './unread-routes.ts'

/** Announcements and the inbox of each user. */
export const announcementModule = defineModule<AnnouncementServices>({
  name: 'announcement',
  routes: [announcementRoutes, recipientRoutes, unreadRoutes],
  effects: announcementEffects,
})
