import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { announcementEffects } from './effects.ts'
import type { Inbox } from './inbox.ts'
import { announcementRoutes } from './routes.ts'

/** Announcements and the inbox of each user. */
export const announcementModule = defineModule<RecordServices & { inbox: Inbox }>({
  name: 'announcement',
  routes: [announcementRoutes],
  effects: announcementEffects,
})
