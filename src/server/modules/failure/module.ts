import { defineModule } from '../define-module.ts'
import { failureRoutes } from './routes.ts'

/** The reports of failures that pages send. */
export const failureModule = defineModule<unknown>({
  name: 'failure',
  routes: [failureRoutes],
})
