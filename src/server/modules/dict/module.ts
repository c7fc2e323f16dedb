import { defineModule } from '../define-module.ts'
import type { Dictionaries } from './dictionaries.ts'
import { dictionaryDocuments } from './migration.ts'
import { dictRoutes } from './routes.ts'

/** Dictionaries: fixed lists, tables and category trees. */
export const dictModule = defineModule<{ dictionaries: Dictionaries }>({
  name: 'dict',
  routes: [dictRoutes],
  migrations: { '20261122-2158-dictionary-documents': dictionaryDocuments },
})
