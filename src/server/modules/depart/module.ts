import type { ReadServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import { departRoutes } from './routes.ts'

/** Departments as trees. */
export const departModule = defineModule<ReadServices>({
  name: 'depart',
  routes: [departRoutes],
})
