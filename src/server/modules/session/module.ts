import { defineModule } from '../define-module.ts'
import { humanRoutes } from './bot-check/bot-check-routes.ts'
import { directoryRoutes } from './external/directory-routes.ts'
import { oauthRoutes } from './external/oauth-routes.ts'
import { administrators } from './migrations/administrator-migration.ts'
import { frozenSessions } from './migrations/frozen-migration.ts'
import { backupEmail, knownDevices, passwordPolicy, secondFactor } from './migrations/migration.ts'
import { userTenants } from './migrations/tenant-migration.ts'
import { sessionViews } from './migrations/view-migration.ts'
import { sessionRoutes } from './routes.ts'
import type { SessionServices } from './services.ts'
import { signInRoutes } from './sign-in-routes.ts'

/** Signing in and out: passwords, text-message codes, single sign-on, and the sessions themselves. */
export const sessionModule = defineModule<SessionServices>({
  name: 'session',
  routes: [signInRoutes, humanRoutes, oauthRoutes, sessionRoutes, directoryRoutes],
  migrations: {
    '016-session-views': sessionViews,
    '016-user-tenants': userTenants,
    '017-second-factor': secondFactor,
    '017-password-policy': passwordPolicy,
    '017-known-devices': knownDevices,
    '038-administrators': administrators,
    '043-frozen-sessions': frozenSessions,
    '046-backup-email': backupEmail,
  },
})
