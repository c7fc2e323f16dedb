import type { BaseServices } from '../app/services.ts'
import type { Plugin } from '../platform/http/route.ts'
import { freezeRoutes } from './account/freeze.ts'
import { numberRoutes } from './account/numbers.ts'
import { profileRoutes } from './account/profile.ts'
import { registerRoutes } from './account/register.ts'
import { resetRoutes } from './account/reset.ts'
import { securityRoutes } from './account/security.ts'
import { categoryRoutes } from './category/routes.ts'
import { checkRoutes } from './check/routes.ts'
import { dictRoutes } from './dict/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { failureRoutes } from './failure/routes.ts'
import { fileRoutes } from './file/routes.ts'
import { permissionRoutes } from './permission/routes.ts'
import { humanRoutes } from './session/bot-check-routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { signInRoutes } from './session/sign-in-routes.ts'
import { thirdRoutes } from './session/third-routes.ts'

/** The routes that need no documents. */
export const baseRoutes: readonly Plugin<BaseServices>[] = [
  signInRoutes,
  humanRoutes,
  thirdRoutes,
  sessionRoutes,
  registerRoutes,
  resetRoutes,
  profileRoutes,
  securityRoutes,
  numberRoutes,
  freezeRoutes,
  permissionRoutes,
  dictRoutes,
  categoryRoutes,
  checkRoutes,
  fileRoutes,
  failureRoutes,
  docsRoutes,
]
