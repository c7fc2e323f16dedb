import { defineModule } from '../define-module.ts'
import { authEntryRoutes } from './auth/entry-routes.ts'
import { authRoleRoutes } from './auth/role-routes.ts'
import { cgformDetailRoutes } from './detail-routes.ts'
import { cgformFileRoutes } from './file-routes.ts'
import { headButtonRoutes } from './heads/buttons/button-routes.ts'
import { enhancementRoutes } from './heads/buttons/enhancement-routes.ts'
import { headReadRoutes } from './heads/read-routes.ts'
import { unsupportedRoutes } from './heads/unsupported-routes.ts'
import { headCopyRoutes } from './heads/write/copy-routes.ts'
import { headWriteRoutes } from './heads/write/write-routes.ts'
import { linkedRoutes } from './linked-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { pressRoutes } from './press-routes.ts'
import { cgformRoutes } from './routes.ts'
import type { CgformServices } from './screens.ts'

/** Screens under the addresses of online forms, for clients written for JeecgBoot. */
export const cgformModule = defineModule<CgformServices>({
  name: 'cgform',
  routes: [
    ...[cgformRoutes, cgformDetailRoutes, cgformFileRoutes, linkedRoutes, pressRoutes, pageRoutes],
    ...[headReadRoutes, headWriteRoutes, headCopyRoutes, authEntryRoutes, authRoleRoutes],
    ...[headButtonRoutes, enhancementRoutes, unsupportedRoutes],
  ],
})
