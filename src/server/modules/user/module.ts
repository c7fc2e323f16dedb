import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { userRoutes } from './routes.ts'

/** Users as lists and pickers read them. */
export const userModule = defineModule<ReadServices>({
  name: 'user',
  routes: [userRoutes],
})
