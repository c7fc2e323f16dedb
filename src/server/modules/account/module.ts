import { defineModule } from '../define-module.ts'
import type { SessionServices } from '../session/interface.ts'
import { deviceRoutes } from './device-routes.ts'
import { type FreezeServices, freezeRoutes } from './freeze.ts'
import { numberRoutes } from './numbers.ts'
import { profileRoutes } from './profile.ts'
import { registerRoutes } from './register.ts'
import { resetRoutes } from './reset.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { securityRoutes } from './security.ts'

/** Accounts: registration, profile, password reset, security, freezing, and the numbers of visits. */
export const accountModule = defineModule<SessionServices & FreezeServices>({
  name: 'account',
  routes: [
    registerRoutes,
    resetRoutes,
    profileRoutes,
    securityRoutes,
    secondFactorRoutes,
    deviceRoutes,
    numberRoutes,
    freezeRoutes,
  ],
})
