import { defineModule } from '../define-module.ts'
import { cgformHeadRoutes, type HeadServices } from './head-routes.ts'
import { cgformRoutes } from './routes.ts'

/** Screens under the addresses of online forms, for clients written for JeecgBoot. */
export const cgformModule = defineModule<HeadServices>({
  name: 'cgform',
  routes: [cgformRoutes, cgformHeadRoutes],
})
