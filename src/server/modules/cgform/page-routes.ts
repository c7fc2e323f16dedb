import type { FastifyRequest } from 'fastify'
import { readableScope } from '../../documents/readable-scope.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import { buildCan } from '../../records/list/list-route.ts'
import { type CgformServices, screenAccess } from './screens.ts'

/** The document behind an online list or form that its address names by a table or by the id of a head. */
export const pageRoutes: Plugin<CgformServices> = (app, services) => {
  const { readEntry } = screenAccess(services)
  const access = (request: FastifyRequest) =>
    readableScope(services.documents, readEntry(request).document, buildCan(request)).code
  app.get('/schema/online/:headId', { config: { access } }, async (request) =>
    ok({ id: readEntry(request).id }),
  )
}
