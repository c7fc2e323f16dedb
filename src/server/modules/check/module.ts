import { addressHandlers } from '#runtime/rules/addresses.ts'
import { numberHandlers } from '#runtime/rules/numbers.ts'
import type { DocumentServices } from '../../documents/services.ts'
import { defineModule } from '../define-module.ts'
import { checkRoutes } from './routes.ts'

/** Checks of values: the named ones, rules by code, and uniqueness. */
export const checkModule = defineModule<Pick<DocumentServices, 'db' | 'uniqueChecks'>>({
  name: 'check',
  routes: [checkRoutes],
  handlers: [...numberHandlers, ...addressHandlers],
})
