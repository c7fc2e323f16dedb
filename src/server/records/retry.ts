import type { FastifyInstance } from 'fastify'
import type { DocumentRegistry } from '../documents/registry.ts'

/** PostgreSQL's codes for a column or a table that is not there. */
const missing = new Set(['42703', '42P01'])

/**
 * A document's tables change a moment before the document itself is in force: a request caught in between, whose
 * statement was refused whole, starts again with the new document. For the routes declared after this call.
 */
export function retryOnNewTables(app: FastifyInstance, documents: Pick<DocumentRegistry, 'settled'>): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      try {
        return await handler.call(this, request, reply)
      } catch (error) {
        if (!missing.has(String((error as { code?: unknown }).code))) throw error
        await documents.settled()
        return await handler.call(this, request, reply)
      }
    }
  })
}
