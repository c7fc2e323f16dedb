import { defineModule } from '../define-module.ts'
import { onlineSessions } from './migration.ts'
import { type OnlineServices, onlineRoutes } from './routes.ts'

/** Users who are signed in now. */
export const onlineModule = defineModule<OnlineServices>({
  name: 'online',
  routes: [onlineRoutes],
  migrations: { '20261122-2156-online-sessions': onlineSessions },
})
