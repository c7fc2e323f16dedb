import { defineModule } from '../define-module.ts'
import { humanRoutes } from './bot-check/bot-check-routes.ts'
import { directoryRoutes } from './external/directory-routes.ts'
import { oauthRoutes } from './external/oauth-routes.ts'
import { administrators } from './migrations/administrator-migration.ts'
import { frozenSessions } from './migrations/frozen-migration.ts'
import { backupEmail, knownDevices, passwordPolicy, secondFactor, toured } from './migrations/migration.ts'
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
    '20261123-0045-session-views': sessionViews,
    '20261123-0046-user-tenants': userTenants,
    '20261123-0057-second-factor': secondFactor,
    '20261123-0056-password-policy': passwordPolicy,
    '20261123-0054-known-devices': knownDevices,
    '20261124-0543-administrators': administrators,
    '20261124-0842-frozen-sessions': frozenSessions,
    '20261124-1650-backup-email': backupEmail,
    '20261129-2352-toured': toured,
  },
})
