import { defineModule } from '../define-module.ts'
import { type SearchServices, searchRoutes } from './routes.ts'

/** The search for records of all screens. */
export const searchModule = defineModule<SearchServices>({ name: 'search', routes: [searchRoutes] })
