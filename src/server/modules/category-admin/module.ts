import type { RecordEvent } from '../../records/events.ts'
import type { ExportServices } from '../../records/excel/export-route.ts'
import type { RecordServices } from '../../records/services.ts'
import { defineModule } from '../define-module.ts'
import type { Dictionaries } from '../dict/interface.ts'
import { categoryAdminRoutes } from './routes.ts'

type Services = RecordServices & ExportServices & { dictionaries: Dictionaries }

const CODE_OF_ROOT = 3

/** A changed category is an item of the dictionary of each category above it; documents use those of the roots. */
async function announce(event: RecordEvent, { dictionaries }: Services): Promise<void> {
  if (event.screen !== 'system/category') return
  const record = event.type === 'record.removed' ? event.before : event.after
  await dictionaries.changed(`category:${String(record.code).slice(0, CODE_OF_ROOT)}`)
}

/** The category trees that administrators maintain. */
export const categoryAdminModule = defineModule<Services>({
  name: 'category-admin',
  routes: [categoryAdminRoutes],
  subscribers: [
    { on: 'record.saved', run: announce },
    { on: 'record.removed', run: announce },
  ],
})
