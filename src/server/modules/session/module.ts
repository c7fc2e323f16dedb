import { defineModule } from '../define-module.ts'
import { humanRoutes } from './bot-check-routes.ts'
import { sessionRoutes } from './routes.ts'
import type { SessionServices } from './services.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { thirdRoutes } from './third-routes.ts'

/** Signing in and out: passwords, text-message codes, single sign-on, and the sessions themselves. */
export const sessionModule = defineModule<SessionServices>({
  name: 'session',
  routes: [signInRoutes, humanRoutes, thirdRoutes, sessionRoutes],
})
