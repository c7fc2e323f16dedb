import { addressHandlers } from '#runtime/rules/addresses.ts'
import { numberHandlers } from '#runtime/rules/numbers.ts'
import { defineModule } from '../define-module.ts'
import { type CheckServices, checkRoutes } from './routes.ts'

/** Checks of values: the named ones, rules by code, and uniqueness. */
export const checkModule = defineModule<CheckServices>({
  name: 'check',
  routes: [checkRoutes],
  handlers: [...numberHandlers, ...addressHandlers],
})
