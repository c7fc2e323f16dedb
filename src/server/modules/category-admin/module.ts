import type { RecordEvent } from '../../records/events.ts'
import { defineModule } from '../define-module.ts'
import type { Dictionaries } from '../dict/interface.ts'
import { PART_LENGTH } from './code.ts'
import { categoryHook } from './hook.ts'
import { type CategoryServices, categoryAdminRoutes } from './routes.ts'

type Services = CategoryServices & { dictionaries: Dictionaries }

/** A changed category is an item of the dictionary of each category above it; documents use those of the roots. */
async function announce(event: RecordEvent, { dictionaries }: Services): Promise<void> {
  if (event.screen !== 'system/category') return
  const record = event.type === 'record.removed' ? event.before : event.after
  await dictionaries.changed(`category:${String(record.code).slice(0, PART_LENGTH)}`)
}

/** The category trees that administrators maintain. */
export const categoryAdminModule = defineModule<Services>({
  name: 'category-admin',
  routes: [categoryAdminRoutes],
  hooks: [categoryHook],
  subscribers: [
    { on: 'record.saved', run: announce },
    { on: 'record.removed', run: announce },
  ],
})
