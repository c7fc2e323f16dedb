import { defineModule } from '../define-module.ts'
import { type ViewServices, viewRoutes } from './routes.ts'

/** Screens as another user sees them (以他人身份查看). */
export const viewAsModule = defineModule<ViewServices>({
  name: 'view-as',
  routes: [viewRoutes],
})
