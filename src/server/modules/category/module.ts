import { defineModule } from '../define-module.ts'
import type { Dictionaries } from '../dict/interface.ts'
import { announceCategory } from './admin/announce.ts'
import { categoryHook } from './admin/hook.ts'
import { type CategoryServices, categoryAdminRoutes } from './admin/routes.ts'
import { categoryRoutes } from './routes.ts'

/** The category trees: their records, which administrators maintain, and what pages read of them. */
export const categoryModule = defineModule<CategoryServices & { dictionaries: Dictionaries }>({
  name: 'category',
  routes: [categoryRoutes, categoryAdminRoutes],
  hooks: [categoryHook],
  subscribers: [
    { on: 'record.saved', run: announceCategory },
    { on: 'record.removed', run: announceCategory },
  ],
})
