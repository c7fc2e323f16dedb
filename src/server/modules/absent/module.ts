import { defineModule } from '../define-module.ts'
import { absentRoutes } from './routes.ts'

/** Addresses of clients of the contract whose matter does not exist here. */
export const absentModule = defineModule<object>({ name: 'absent', routes: [absentRoutes] })
