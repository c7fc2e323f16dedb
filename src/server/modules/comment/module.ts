import { defineModule } from '../define-module.ts'
import { commentTables } from './migration.ts'
import { type CommentServices, commentRoutes } from './routes.ts'

/** Comments on records. */
export const commentModule = defineModule<CommentServices>({
  name: 'comment',
  routes: [commentRoutes],
  migrations: { '20261124-0843-comments': commentTables },
})
