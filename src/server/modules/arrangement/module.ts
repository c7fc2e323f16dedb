import { defineModule } from '../define-module.ts'
import { arrangementTable } from './migration.ts'
import { type ArrangementServices, arrangementRoutes } from './routes.ts'

/** Panels whose blocks each user arranges for himself. */
export const arrangementModule = defineModule<ArrangementServices>({
  name: 'arrangement',
  routes: [arrangementRoutes],
  migrations: { '20261129-2355-panel-arrangements': arrangementTable },
})
