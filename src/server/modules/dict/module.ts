import { defineModule } from '../define-module.ts'
import type { Dictionaries } from './dictionaries.ts'
import { dictRoutes } from './routes.ts'

/** Dictionaries: fixed lists, tables and category trees. */
export const dictModule = defineModule<{ dictionaries: Dictionaries }>({
  name: 'dict',
  routes: [dictRoutes],
})
